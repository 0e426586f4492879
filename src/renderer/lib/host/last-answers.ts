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
  ...(['performance.benchmark', 'accounts.list', 'overview.read', 'positions.list', 'allocation.read'] as const),
  ...([
    'equity.history',
    'positions.history',
    'reports.list',
    'reports.schedules',
    'sealing.read',
    'sealing.listKept',
  ] as const),
  ...(['assistants.read', 'app.read', 'desktop.read', 'health.read', 'settings.read', 'erasure.read'] as const),
  ...(['transactions.recent', 'transactions.page', 'transactions.seek', 'transactions.totals'] as const),
  ...(['transactions.detail', 'transactions.facets', 'transactions.coverage', 'events.list', 'views.list'] as const),
  ...(['exports.list', 'watchlists.list', 'watchlists.quotes', 'watchlists.sparklines'] as const),
] as const satisfies readonly Method[]
const isRead = (method: string): boolean => reads.some((known) => known === method)

/** Enough for every screen a few times over; a page of a million transactions is one of them. */
const maxAnswers = 200

type Request = (method: string, params: unknown, form?: ReplyForm) => Promise<Reply>

/**
 * The last answer to each read of this window, in memory only. It stands in when the host no longer responds, so that a screen
 * that was visited still shows what it showed, under the message that nothing is updated.
 */
export class LastAnswers {
  readonly #answers = new Map<string, Reply>()
  readonly #isHostLost: () => boolean

  constructor(isHostLost: () => boolean) {
    this.#isHostLost = isHostLost
  }

  /** Sends a request, and remembers or recalls its answer. */
  async ask(request: Request, method: string, params: unknown, form?: ReplyForm): Promise<Reply> {
    const reply = await request(method, params, form)
    if (!isRead(method)) return reply
    const key = JSON.stringify([method, params ?? null, form ?? null])
    if (!reply.ok) return reply.code === 'unavailable' && this.#isHostLost() ? (this.#answers.get(key) ?? reply) : reply
    this.#answers.delete(key)
    this.#answers.set(key, reply)
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxAnswers) break
      this.#answers.delete(oldest)
    }
    return reply
  }

  /** Forgets everything: the app was locked, or shows another profile. */
  forget(): void {
    this.#answers.clear()
  }
}
