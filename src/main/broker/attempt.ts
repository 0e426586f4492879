import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../clock.ts'
import type { Budget } from './budget.ts'
import type { Decoder } from './decoder.ts'
import { prepare } from './endpoint.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'
import { LostAnswerError, refuseFailure } from './failure.ts'
import type { Transport } from './transport.ts'
import { pause } from './wait.ts'

/** What became of one request. */
export interface Outcome {
  readonly endpoint: EndpointName
  readonly purpose: Purpose
  readonly outcome: 'ok' | ErrorCode
  /** UTC milliseconds of the sending. */
  readonly at: number
  readonly durationMs: number
}

/** How one operation is asked for. */
interface Request {
  readonly purpose: Purpose
  readonly signal: AbortSignal
  /** The token to send, looked up at the moment of sending; absent where none must be sent. */
  readonly bearer?: () => string
  /** Told right before the request is sent, once its turn has come; when it throws, nothing is sent. */
  readonly onSend?: (() => void) | undefined
  /** What the request carries that no message may repeat, besides the token. */
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

const attempts = 4
const backOff = { baseMs: 500, capMs: 20_000 }
/** Failures that may pass by themselves. */
const passing: readonly ErrorCode[] = ['rate-limited', 'unavailable', 'offline']
/** Failures after which it is open whether the service has acted. */
const lost: readonly ErrorCode[] = ['unavailable', 'offline', 'protocol', 'cancelled']

/** The generic call: each attempt takes its own slot of the budget; reads are repeated with full jitter, all else is sent once. */
export function createAsker({ transport, decoder, budget, clock, random, onOutcome }: Parts) {
  async function attempt<N extends EndpointName>(name: N, input: Inputs[N], request: Request): Promise<Outputs[N]> {
    const { purpose, signal, bearer, hidden = [] } = request
    const endpoint = table[name]
    const prepared = prepare(endpoint, input)
    const lease = await budget.acquire(purpose, name, signal)
    const at = clock.now()
    const started = clock.monotonic()
    const report = (outcome: Outcome['outcome']): void =>
      onOutcome({ endpoint: name, purpose, outcome, at, durationMs: clock.monotonic() - started })
    try {
      const token = endpoint.auth === 'bearer' ? (bearer?.() ?? null) : null
      request.onSend?.()
      const answer = await transport.send(prepared, token, signal)
      lease.release()
      refuseFailure(answer, token === null ? hidden : [...hidden, token])
      const output = await decoder.decode(name, answer.body, input)
      report('ok')
      return output
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'rate-limited') budget.penalize()
      report(error.code)
      const isLost = endpoint.lostAnswer !== undefined && lost.includes(error.code)
      throw isLost ? new LostAnswerError(error.code, `${error.message}. ${endpoint.lostAnswer}`) : error
    } finally {
      lease.release()
    }
  }

  return async function ask<N extends EndpointName>(name: N, input: Inputs[N], request: Request): Promise<Outputs[N]> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt(name, input, request)
      } catch (error) {
        const mayPass = error instanceof AppError && passing.includes(error.code)
        if (!table[name].retry || !mayPass || failures === attempts) throw error
        const ceilingMs = Math.min(backOff.capMs, backOff.baseMs * 2 ** (failures - 1))
        await pause(random() * ceilingMs, clock, request.signal)
      }
    }
  }
}
