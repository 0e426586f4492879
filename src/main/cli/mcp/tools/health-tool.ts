import { z } from 'zod'
import { requests } from '#shared/contract/contract.ts'
import { EndpointRecord } from '#shared/model/app/service.ts'
import { Instant } from '#shared/model/values.ts'
import { figuresTool } from './tool.ts'

const Job = z.object({
  name: z.string(),
  lastSucceededAt: Instant.nullable(),
  failures: z.int(),
  error: z.string().nullable(),
})

/** The age and the completeness of the data, without paths of this computer. */
export const healthTool = figuresTool(
  z.object({
    profile: z.object({ id: z.string(), kind: z.string() }),
    jobs: z.array(Job),
    history: requests['transactions.coverage'].result,
    service: z.array(EndpointRecord).describe('how the service answers, by endpoint'),
    malformedRows: z.array(z.object({ endpoint: z.string(), reason: z.string(), count: z.int(), lastAt: Instant })),
  }),
  {
    name: 'health',
    title: 'Health',
    description:
      'When each job last succeeded, how much history is here, how the service answers, and rows of the service that could not be read.',
  },
  async ({ reading }) => {
    const { profile, cache } = reading.profile
    return {
      value: {
        profile: { id: profile.id, kind: profile.kind },
        jobs: cache.syncStates.list().map(({ job, lastSucceeded, lastError, failures }) => ({
          name: job,
          lastSucceededAt: lastSucceeded,
          failures,
          error: lastError?.message ?? null,
        })),
        history: await reading.call('transactions.coverage'),
        service: z.array(EndpointRecord).parse(cache.serviceRecords.list()),
        malformedRows: cache.malformed.list().map(({ endpoint, reason, count, lastAt }) => ({
          endpoint,
          reason,
          count,
          lastAt,
        })),
      },
    }
  },
)
