import { secondMs } from '#shared/durations.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { Clock } from '../time/clock.ts'
import { pause } from './abortable-wait.ts'
import { answerLimits } from './answer-limits.ts'
import type { Budget } from './budget/budget.ts'
import type { Decoder } from './decoder.ts'
import { prepare } from './endpoint.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'
import { throwFailure } from './http-failure.ts'
import { LostResponseError, type Transport } from './transport.ts'
import type { Observed } from './wire/observed.ts'

/** Fields of our models that repeat the request, and places where a list continues: they are no content. */
const framing: ReadonlySet<string> = new Set([
  'symbol',
  'id',
  'accountId',
  'nextCursor',
  'hasNext',
  'isFull',
  'received',
  'isFine',
])

/** Whether a decoded answer has no content: only unknown values, empty texts and empty lists. */
const isEmptyAnswer = (output: object): boolean =>
  Object.entries(output).every(([key, value]) => framing.has(key) || isNothing(value))

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  // Rows that are packed as bytes.
  (typeof value === 'object' && 'count' in value && value.count === 0)

/** The outcome of one request. */
export interface Outcome {
  readonly endpoint: EndpointName
  readonly purpose: Purpose
  readonly outcome: 'ok' | ErrorCode
  /** When it was sent, UTC ms. */
  readonly at: number
  readonly durationMs: number
  /** The input of the request; empty for a request without a token, whose input is a secret. */
  readonly input: Readonly<Record<string, unknown>>
  /** `null` after an answer. */
  readonly error: AppError | null
  /** What the answer lacks; `null` if there was none. */
  readonly observed: Observed | null
  /** Whether the answer is a list without rows, or an object without content. */
  readonly isEmpty: boolean
}

/** The options of one call. */
interface AttemptOptions {
  readonly purpose: Purpose
  readonly signal: AbortSignal
  /** Returns the token at the time of sending; absent for a request without a token. */
  readonly bearer?: () => string
  /** Called after the request has its slot and directly before it is sent. If it throws, nothing is sent. */
  readonly onSend?: (() => void) | undefined
  /** How often a read is sent at most. */
  readonly maxAttempts?: number | undefined
  /** Secret parts of the request, besides the token. No error message contains them. */
  readonly hidden?: readonly string[]
}

interface Parts {
  readonly transport: Transport
  readonly decoder: Decoder
  readonly budget: Budget
  readonly clock: Clock
  readonly random: () => number
  readonly onOutcome: (outcome: Outcome) => void
}

/** The maximum number of attempts of a read, including the first. */
const usualAttempts = 4
const backOff = { baseMs: secondMs / 2, capMs: 20 * secondMs }
/** Failures that may be temporary. */
const temporary: readonly ErrorCode[] = ['rate-limited', 'unavailable', 'offline']
/** Failures after which it is unknown whether the service executed the request. */
const uncertain: readonly ErrorCode[] = ['unavailable', 'offline', 'protocol', 'cancelled']

/**
 * Returns the function that calls an operation. Each attempt takes a slot of the budget. A read is repeated with
 * exponential back-off and full jitter; every other operation is sent once. Throws the errors of `Broker.call`.
 */
export function createCaller({ transport, decoder, budget, clock, random, onOutcome }: Parts) {
  async function attempt<N extends EndpointName>(
    name: N,
    input: Inputs[N],
    options: AttemptOptions,
  ): Promise<Outputs[N]> {
    const { purpose, signal, bearer, hidden = [] } = options
    const endpoint = table[name]
    const prepared = prepare(endpoint, input)
    const lease = await budget.acquire(purpose, name, signal)
    const at = clock.now()
    const started = clock.monotonic()
    let observed: Observed | null = null
    const report = (error: AppError | null, isEmpty: boolean): void =>
      onOutcome({
        endpoint: name,
        purpose,
        outcome: error?.code ?? 'ok',
        at,
        durationMs: clock.monotonic() - started,
        input: endpoint.auth === 'bearer' ? input : {},
        error,
        observed,
        isEmpty,
      })
    try {
      const token = endpoint.auth === 'bearer' ? (bearer?.() ?? null) : null
      options.onSend?.()
      const response = await transport.send(prepared, { bearer: token, signal, limits: answerLimits[name] })
      lease.release()
      throwFailure(response, token === null ? hidden : [...hidden, token])
      const output = await decoder.decode(name, response.body, input, (noted) => (observed = noted))
      report(null, isEmptyAnswer(output))
      return output
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'rate-limited') budget.penalize()
      report(error, false)
      const { lostResponse } = endpoint
      const isUncertain = uncertain.includes(error.code)
      throw isUncertain && lostResponse !== undefined
        ? new LostResponseError(error.code, () => `${errorText(error)}. ${lostResponse()}`)
        : error
    } finally {
      lease.release()
    }
  }

  return async function call<N extends EndpointName>(
    name: N,
    input: Inputs[N],
    options: AttemptOptions,
  ): Promise<Outputs[N]> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt(name, input, options)
      } catch (error) {
        const isTemporary = error instanceof AppError && temporary.includes(error.code)
        if (!table[name].retry || !isTemporary || failures >= (options.maxAttempts ?? usualAttempts)) throw error
        const maxDelayMs = Math.min(backOff.capMs, backOff.baseMs * 2 ** (failures - 1))
        await pause(random() * maxDelayMs, clock, options.signal)
      }
    }
  }
}
