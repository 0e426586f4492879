import { z } from 'zod'
import { Instant } from '../values.ts'

/** Why data of the service is missing. */
export const ServiceCause = z.object({
  code: z.enum([
    'refused', // the service refuses the request
    'not-known', // the service does not know the instrument or the account
    'failed', // the service fails at this request and answers others
    'unreadable', // the answer cannot be read
    'too-large', // the answer is larger than any real one and was not read
    'incomplete', // fields or rows of the answer cannot be read
    'empty', // the answer has no content
  ]),
  /** The HTTP status; `null` without one. */
  status: z.int().nullable(),
  /** The service's own words without symbols, account numbers and figures; empty without words. */
  reason: z.string(),
  /** The paths of the fields that cannot be read. */
  fields: z.array(z.string()),
})
export type ServiceCause = z.infer<typeof ServiceCause>

const Counted = z.object({ name: z.string(), count: z.int(), lastAt: Instant })

/** What the service did at one of its endpoints, since the cache of this profile exists. It names no instrument and no account. */
export const EndpointRecord = z.object({
  endpoint: z.string(),
  /** Answered, refused, failed, or without a response. */
  asked: z.int(),
  answered: z.int(),
  refused: z.int(),
  failed: z.int(),
  /** Answers without content; also among the answered. */
  empty: z.int(),
  lastAnsweredAt: Instant.nullable(),
  /** The last refusal, failure or unreadable answer, even if answers followed. */
  lastTrouble: z.object({ cause: ServiceCause, at: Instant }).nullable(),
  /** Paths of fields that were absent although figures depend on them. */
  absent: z.array(Counted),
  /** Paths of fields that could not be read. */
  unreadable: z.array(Counted),
  /** Values of enumerations that were never seen before, as "enumeration: VALUE". */
  unknownValues: z.array(Counted),
})
export type EndpointRecord = z.infer<typeof EndpointRecord>

/** What an instrument or an account lacks since a request failed. */
const ServiceTrouble = z.object({
  cause: ServiceCause,
  since: Instant,
  lastAt: Instant,
  /** Failures without a good answer in between. */
  times: z.int(),
  /** The period of the rows that could not be read; `null` for data without a period. */
  period: z.object({ from: Instant, to: Instant }).nullable(),
})
export type ServiceTrouble = z.infer<typeof ServiceTrouble>

/** The record with what is missing now, by symbol or account; '' for data of neither. It does not leave this computer. */
export const StoredRecord = EndpointRecord.extend({ troubles: z.record(z.string(), ServiceTrouble) })
export type StoredRecord = z.infer<typeof StoredRecord>

/** The result of asking every endpoint that changes nothing. */
export const ServiceCheck = z.object({
  at: Instant,
  rows: z.array(
    z.object({
      endpoint: z.string(),
      result: z.enum([
        'works',
        'trouble', // it does not do what is expected, for `cause`
        'no-answer', // without a connection or a session
        'nothing-to-ask', // no instrument, index or report to ask about is known
        'not-tried', // it would change something; its last outcome is in the record
      ]),
      cause: ServiceCause.nullable(),
    }),
  ),
})
export type ServiceCheck = z.infer<typeof ServiceCheck>

/** Data of the service that is missing now, for a reason that lasts. */
export const ServiceProblem = z.object({
  /** The endpoint that gives the data. */
  endpoint: z.string(),
  cause: ServiceCause,
  /** The first of the requests that failed without a good answer since. */
  since: Instant,
  /** The number of instruments or accounts concerned; 0 if the data belongs to none. */
  count: z.int(),
})
export type ServiceProblem = z.infer<typeof ServiceProblem>
