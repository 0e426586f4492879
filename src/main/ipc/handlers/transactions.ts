import { AppError } from '../../../shared/errors.ts'
import type { TransactionFilter } from '../../../shared/model/transaction/filter.ts'
import { conditionsNow } from '../../../shared/period.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type TransactionHandlers = Pick<
  Handlers,
  | Extract<keyof Handlers, `views.${string}` | `exports.${string}`>
  | 'transactions.page'
  | 'transactions.seek'
  | 'transactions.totals'
  | 'transactions.detail'
  | 'transactions.facets'
  | 'transactions.setKind'
>

/** Transactions: pages, totals, saved views and exports. */
export function createTransactionHandlers({ current, events, clock }: HandlerContext): TransactionHandlers {
  const resolve = <R extends { readonly filter: TransactionFilter }>(request: R): R => ({
    ...request,
    filter: { ...request.filter, conditions: conditionsNow(request.filter.conditions, clock.now()) },
  })
  return {
    // A page that takes longer than a frame to find is found in the worker thread.
    'transactions.page': (given) => {
      const request = resolve(given)
      const { cache, threads } = current()
      return cache.transactions.pages.page(request, 'bounded') ?? threads.page(request)
    },
    'transactions.seek': (request) => current().threads.seek(resolve(request)),
    'transactions.totals': (request) => current().threads.totals(resolve(request).filter),
    'transactions.detail'({ accountId, id }) {
      const row = current().cache.transactions.get(accountId, id)
      if (row === null) throw new AppError('not-found', 'This transaction does not exist.')
      return { ...row, chosenKind: current().kinds.chosenFor({ accountId, id }) }
    },
    'transactions.setKind': ({ accountId, id, kind, scope = 'row' }) =>
      current().kinds.choose({ accountId, id }, kind, scope),
    'transactions.facets': () => current().cache.transactions.facets(),
    'views.list': () => current().journal.views.list(),
    'views.save'(view) {
      const saved = current().journal.views.save(view)
      events.publish('views.changed')
      return saved
    },
    'views.remove'({ id }) {
      current().journal.views.remove(id)
      events.publish('views.changed')
    },
    'exports.start': (request) => current().exports.start(resolve(request)),
    'exports.list': () => current().exports.list(),
    'exports.cancel': ({ id }) => current().exports.cancel(id),
  }
}
