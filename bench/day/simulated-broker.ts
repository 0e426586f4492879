import { createBudget } from '../../src/main/broker/budget.ts'
import type { Broker, Operation } from '../../src/main/broker/client.ts'
import type { Inputs, Outputs } from '../../src/main/broker/endpoints.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { SessionDetails } from '../../src/shared/model/session.ts'
import type { Purpose } from '../../src/shared/model/usage.ts'
import type { SimulatedClock } from '../freshness/simulated-clock.ts'

/** Each way of a request. */
const wayMs = 50
const sessionLifeMs = 15 * 60_000

/** A request that reached the service. `at` is UTC ms. */
export interface Arrival {
  readonly at: number
  readonly endpoint: Operation | 'openSession' | 'readSession'
  readonly purpose: Purpose
  /** The instrument that was asked for. */
  readonly symbol: string | null
  /** The account that was asked for. */
  readonly accountId: string | null
}

/** What the simulated service answers, by operation. An operation that is absent is refused. */
export type Answers = { readonly [N in Operation]?: (input: Inputs[N]) => Outputs[N] }

interface SimulatedBrokerOptions {
  readonly clock: SimulatedClock
  readonly accountIds: readonly string[]
  readonly answers: Answers
}

/** A broker over a simulated service: it counts all requests, and the real budget stands before it. */
export function createSimulatedBroker({ clock, accountIds, answers }: SimulatedBrokerOptions) {
  const arrivals: Arrival[] = []
  const budget = createBudget({ clock })
  let session: SessionDetails | null = null

  async function travel<T>(request: Omit<Arrival, 'at'>, answer: () => T, signal?: AbortSignal): Promise<T> {
    const lease = await budget.acquire(request.purpose, request.endpoint, signal)
    try {
      await new Promise<void>((resolve) => void clock.after(wayMs, resolve))
      arrivals.push({ ...request, at: clock.now() })
      const answered = answer()
      await new Promise<void>((resolve) => void clock.after(wayMs, resolve))
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
      const answer = answers[name]
      if (answer === undefined) throw new AppError('invalid', `The simulated service has no ${name}`)
      // As the real client does: a token that has ended is renewed by whoever needs one.
      if (session === null || (session.expiresAt ?? 0) <= clock.now()) await renewSession({ purpose: 'person' })
      const symbol = 'symbol' in input ? (input.symbol ?? null) : null
      const accountId = 'accountId' in input ? (input.accountId ?? null) : null
      return travel({ endpoint: name, purpose, symbol, accountId }, () => answer(input), signal)
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
