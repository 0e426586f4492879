import type { Broker, Operation } from '#main/broker/broker.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import type { Inputs, Outputs } from '#main/broker/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionDetails } from '#shared/model/app/connection.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import type { SimulatedClock } from '../freshness/simulated-clock.ts'

/** The travel time of a request, and that of its response. */
const travelMs = 50
const sessionLifeMs = 15 * 60_000

/** A request that reached the service. `at` is UTC ms. */
export interface Arrival {
  readonly at: number
  readonly endpoint: Operation | 'openSession' | 'readSession'
  readonly purpose: Purpose
  /** The requested instrument. */
  readonly symbol: string | null
  /** The requested account. */
  readonly accountId: string | null
}

/** The responses of the simulated service, by operation. A missing operation is refused. */
export type Responses = { readonly [N in Operation]?: (input: Inputs[N]) => Outputs[N] }

interface SimulatedBrokerOptions {
  readonly clock: SimulatedClock
  readonly accountIds: readonly string[]
  readonly responses: Responses
}

/** A broker with a simulated service behind the real budget. It counts all requests. */
export function createSimulatedBroker({ clock, accountIds, responses }: SimulatedBrokerOptions) {
  const arrivals: Arrival[] = []
  const budget = createBudget({ clock })
  let session: SessionDetails | null = null

  async function travel<T>(request: Omit<Arrival, 'at'>, respond: () => T, signal?: AbortSignal): Promise<T> {
    const lease = await budget.acquire(request.purpose, request.endpoint, signal)
    try {
      await new Promise<void>((resolve) => void clock.after(travelMs, resolve))
      arrivals.push({ ...request, at: clock.now() })
      const answered = respond()
      await new Promise<void>((resolve) => void clock.after(travelMs, resolve))
      return answered
    } finally {
      lease.release()
    }
  }

  let renewal: Promise<SessionDetails> | null = null
  const renewSession = ({ purpose }: { purpose: Purpose }): Promise<SessionDetails> =>
    (renewal ??= openSession(purpose).finally(() => (renewal = null)))

  async function openSession(purpose: Purpose): Promise<SessionDetails> {
    for (const endpoint of ['openSession', 'readSession'] as const)
      await travel({ endpoint, purpose, symbol: null, accountId: null }, () => undefined)
    const details: SessionDetails = {
      ...{ createdAt: clock.now(), expiresAt: clock.now() + sessionLifeMs, permissions: [], isReadOnly: true },
      accountIds: [...accountIds],
    }
    return (session = details)
  }

  const broker: Broker = {
    async call(name, input, { purpose, signal }) {
      const respond = responses[name]
      if (respond === undefined) throw new AppError('invalid', `The simulated service has no ${name}`)
      // Like the real client: an expired token is renewed by the next request that needs it.
      if (session === null || (session.expiresAt ?? 0) <= clock.now()) await renewSession({ purpose: 'user' })
      const symbol = 'symbol' in input ? (input.symbol ?? null) : null
      const accountId = 'accountId' in input ? (input.accountId ?? null) : null
      return travel({ endpoint: name, purpose, symbol, accountId }, () => respond(input), signal)
    },
    openFile: () => Promise.reject(new AppError('invalid', 'The simulated service sends no files')),
    session: () => session,
    renewSession,
    hold: () => null,
    holdLeftMs: () => 0,
    endHold: () => undefined,
    forget: () => (session = null),
    close: () => Promise.resolve(),
  }
  return { broker, budget, arrivals }
}

/** The largest number of requests in any 60 s. */
export function maxInAnyMinute(arrivals: readonly Arrival[]): number {
  let first = 0
  let max = 0
  for (const [last, { at }] of arrivals.entries()) {
    while ((arrivals[first]?.at ?? at) <= at - 60_000) first++
    max = Math.max(max, last - first + 1)
  }
  return max
}
