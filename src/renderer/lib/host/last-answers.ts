import { hourMs } from '../../../shared/durations.ts'
import type { Method } from '../../../shared/contract/contract.ts'
import type { Reply, ReplyForm } from '../../../shared/client.ts'

/** The requests that only read. What changes something must never be answered from memory. */
const reads = [
  ...(['alerts.list', 'notices.list', 'connection.read', 'profiles.list', 'currencies.read', 'data.read'] as const),
  ...(['day.explain', 'history.day', 'history.compare', 'income.list', 'income.summary', 'instruments.read'] as const),
  ...(['instruments.book', 'instruments.trades', 'instruments.constituents', 'instruments.chain'] as const),
  ...(['instruments.prices', 'instruments.search', 'instruments.state', 'quotes.list', 'quotes.history'] as const),
  ...(['reconciliation.read', 'lots.list', 'positions.quantities', 'charges.list', 'charges.read'] as const),
  ...(['ledger.state', 'margin.stress', 'margin.history', 'shockSets.list', 'orders.list'] as const),
  ...(['orders.readTimes', 'orders.history', 'orders.changes', 'cancels.list', 'cancels.read'] as const),
  ...(['performance.read', 'performance.table', 'performance.explain', 'performance.realized'] as const),
  ...(['performance.benchmark', 'accounts.list', 'overview.read', 'positions.list', 'positions.whole'] as const),
  ...(['bonds.list', 'allocation.read', 'equity.history', 'positions.history', 'visits.read'] as const),
  ...(['reports.list', 'reports.schedules', 'reports.preview', 'reports.find', 'sealing.read'] as const),
  ...(['sealing.listKept', 'mirror.read', 'computers.read'] as const),
  ...(['assistants.read', 'app.read', 'desktop.read', 'settings.read', 'erasure.read'] as const),
  ...(['health.read', 'health.report', 'health.readLog', 'budget.read', 'quotas.read', 'quotes.forecast'] as const),
  ...(['transactions.recent', 'transactions.page', 'transactions.seek', 'transactions.totals'] as const),
  ...(['transactions.detail', 'transactions.facets', 'transactions.coverage', 'events.list', 'views.list'] as const),
  ...(['transactions.periods', 'transactions.counts', 'alerts.preview', 'data.backups'] as const),
  ...(['exports.list', 'watchlists.list', 'watchlists.quotes', 'watchlists.sparklines'] as const),
] as const satisfies readonly Method[]
const isRead = (method: string): boolean => reads.some((known) => known === method)

/** Asked for from some time before now on: the same question later has another number. */
const recent: ReadonlySet<string> = new Set([
  ...(['equity.history', 'margin.history', 'positions.history', 'instruments.prices'] as const),
  ...(['quotes.history', 'watchlists.sparklines'] as const),
] satisfies readonly Method[])

/** Of each request: who scrolls through a million transactions still finds the other screens. */
const maxAnswers = 40

type Request = (method: string, params: unknown, form?: ReplyForm) => Promise<Reply>

/**
 * The last answer to each read of this window, in memory only. It stands in when the host no longer responds, so that a screen
 * that was visited still shows what it showed, under the message that nothing is updated.
 */
export class LastAnswers {
  /** By request, and by what was asked. */
  readonly #answers = new Map<string, Map<string, Reply>>()
  readonly #isHostLost: () => boolean
  readonly #now: () => number

  constructor(isHostLost: () => boolean, now: () => number = Date.now) {
    this.#isHostLost = isHostLost
    this.#now = now
  }

  /** Sends a request, and remembers or recalls its answer. */
  async ask(request: Request, method: string, params: unknown, form?: ReplyForm): Promise<Reply> {
    const reply = await request(method, params, form)
    if (!isRead(method)) return reply
    const answers = this.#answers.get(method) ?? new Map<string, Reply>()
    const keys = this.#keysOf(method, params, form)
    if (!reply.ok) {
      const last = keys.map((key) => answers.get(key)).find((answer) => answer !== undefined)
      return reply.code === 'unavailable' && this.#isHostLost() ? (last ?? reply) : reply
    }
    this.#answers.set(method, answers)
    for (const key of keys) {
      answers.delete(key)
      answers.set(key, reply)
    }
    for (const oldest of answers.keys()) {
      if (answers.size <= maxAnswers) break
      answers.delete(oldest)
    }
    return reply
  }

  /** Forgets everything: the app was locked, or shows another profile. */
  forget(): void {
    this.#answers.clear()
  }

  /** The question itself; of a recent span also how long it is, to the hour. */
  #keysOf(method: string, params: unknown, form: ReplyForm | undefined): string[] {
    const keys = [JSON.stringify([params ?? null, form ?? null])]
    if (!recent.has(method) || typeof params !== 'object' || params === null || !('from' in params)) return keys
    const { from, ...rest } = params
    const hours = typeof from === 'number' ? Math.round((this.#now() - from) / hourMs) : null
    return hours === null ? keys : [...keys, JSON.stringify([rest, form ?? null, 'hours', hours])]
  }
}
