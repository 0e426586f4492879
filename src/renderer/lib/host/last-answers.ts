import { minuteMs } from '../../../shared/durations.ts'
import type { Method } from '../../../shared/contract/contract.ts'
import type { Reply, ReplyForm } from '../../../shared/client.ts'

/** The requests that only read. A request that changes something is never answered from memory. */
const reads = [
  ...(['alerts.list', 'notices.list', 'connection.read', 'profiles.list', 'currencies.read', 'data.read'] as const),
  ...(['day.explain', 'history.day', 'history.compare', 'income.list', 'income.summary', 'instruments.read'] as const),
  ...(['instruments.book', 'instruments.trades', 'instruments.constituents', 'instruments.chain'] as const),
  ...(['instruments.prices', 'instruments.search', 'instruments.state', 'quotes.list', 'quotes.history'] as const),
  ...(['reconciliation.read', 'lots.list', 'positions.quantities', 'charges.list', 'charges.read'] as const),
  ...([
    'ledger.state',
    'margin.stress',
    'margin.portfolio',
    'margin.history',
    'shockSets.list',
    'orders.list',
  ] as const),
  ...(['orders.readTimes', 'orders.history', 'orders.changes', 'cancels.list', 'cancels.read'] as const),
  ...(['performance.read', 'performance.table', 'performance.explain', 'performance.realized'] as const),
  ...(['performance.benchmark', 'accounts.list', 'overview.read', 'positions.list', 'positions.whole'] as const),
  ...(['bonds.list', 'income.unsettled', 'allocation.read', 'equity.history', 'positions.history'] as const),
  'visits.read',
  ...(['reports.list', 'reports.schedules', 'reports.preview', 'reports.find', 'sealing.read'] as const),
  ...(['sealing.listSetAside', 'mirror.read', 'computers.read'] as const),
  ...(['assistants.read', 'app.read', 'desktop.read', 'settings.read', 'erasure.read'] as const),
  ...([
    'health.read',
    'health.report',
    'health.readLog',
    'budget.read',
    'quotas.read',
    'quotes.forecast',
    'service.problems',
  ] as const),
  ...(['transactions.recent', 'transactions.page', 'transactions.seek', 'transactions.totals'] as const),
  ...(['transactions.detail', 'transactions.facets', 'transactions.coverage', 'events.list', 'views.list'] as const),
  ...(['transactions.periods', 'transactions.counts', 'alerts.preview', 'data.backups'] as const),
  ...(['transactions.groups', 'transactions.withdrawn', 'transactions.previewGroup'] as const),
  // A screen shows its result. The window sends it again within a minute, so no visit is lost.
  'visits.note',
  ...(['exports.list', 'watchlists.list', 'watchlists.quotes', 'watchlists.sparklines'] as const),
] as const satisfies readonly Method[]
const isRead = (method: string): boolean => reads.some((known) => known === method)

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
    if (!isRead(method)) return reply
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
