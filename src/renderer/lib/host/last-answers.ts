import type { Reply, ReplyForm } from '#shared/client.ts'
import { hasTrait } from '#shared/contract/request-traits.ts'
import { minuteMs } from '#shared/durations.ts'

/**
 * The maximum number of answers per method, so that scrolling through transactions does not evict the answers of other
 * screens.
 */
const maxAnswers = 40

type Request = (method: string, params: unknown, form?: ReplyForm) => Promise<Reply>

interface Answer {
  readonly params: unknown
  readonly form: ReplyForm | undefined
  /** UTC ms of the request. */
  readonly at: number
  readonly reply: Reply
}

/**
 * The last answer to each read of this window, in memory only. It is used when the host does not respond, so that a screen
 * visited before still shows its data, together with a message that nothing is updated.
 */
export class LastAnswers {
  /** By method, then by the parameters. */
  readonly #answers = new Map<string, Map<string, Answer>>()
  readonly #isHostLost: () => boolean
  readonly #now: () => number

  constructor(isHostLost: () => boolean, now: () => number = Date.now) {
    this.#isHostLost = isHostLost
    this.#now = now
  }

  /** Sends a request and stores its answer, or returns the stored answer if the host does not respond. */
  async ask(request: Request, method: string, params: unknown, form?: ReplyForm): Promise<Reply> {
    const at = this.#now()
    const reply = await request(method, params, form)
    if (!hasTrait(method, 'keepsAnswer')) return reply
    const answers = this.#answers.get(method) ?? new Map<string, Answer>()
    const key = JSON.stringify([params ?? null, form ?? null])
    if (!reply.ok) {
      if (reply.code !== 'unavailable' || !this.#isHostLost()) return reply
      const answer = answers.get(key) ?? [...answers.values()].findLast((known) => isSame({ params, form, at }, known))
      return answer?.reply ?? reply
    }
    this.#answers.set(method, answers)
    answers.delete(key)
    answers.set(key, { params, form, at, reply })
    for (const oldest of answers.keys()) {
      if (answers.size <= maxAnswers) break
      answers.delete(oldest)
    }
    return reply
  }

  /** Removes all answers: the app was locked, or shows another profile. */
  forget(): void {
    this.#answers.clear()
  }
}

/** "The last month" and "up to now" are the same request later, with later instants. */
const isSame = (request: Omit<Answer, 'reply'>, known: Answer): boolean =>
  request.form === known.form && isSameLater(request.params, known.params, request.at - known.at)

/** Smaller numbers are not instants. */
const firstInstant = Date.UTC(2001, 8, 9)

/** Whether two values are equal except for instants that moved forward with time. */
function isSameLater(later: unknown, earlier: unknown, passedMs: number): boolean {
  if (later === earlier) return true
  if (typeof later === 'number' && typeof earlier === 'number')
    return earlier > firstInstant && Math.abs(later - earlier - passedMs) < minuteMs
  if (!isObject(later) || !isObject(earlier)) return false
  const names = Object.keys(later)
  return (
    names.length === Object.keys(earlier).length &&
    names.every((name) => name in earlier && isSameLater(later[name], earlier[name], passedMs))
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
