import { hourMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { conditionsNow } from '#shared/period.ts'
import { describeWithdrawn } from '../../kinds/withdrawn-transactions.ts'
import { subtract } from '../../sync/history/sizing/intervals.ts'
import { missingOf } from '../../sync/history/withdrawal-rules.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readEvents } from '../read/read-events.ts'
import { wholeExport } from '../whole-export.ts'

type ActivityHandlers = Pick<Handlers, 'transactions.recent' | 'events.list'>

/** Recent transactions and corporate events. */
export function createActivityHandlers({ current, clock }: HandlerContext): ActivityHandlers {
  return {
    'transactions.recent'({ accountId, limit }) {
      const { cache } = current()
      const { rows } = cache.transactions.page({ accountId, before: null, limit })
      const ids = accountId === null ? cache.accounts.list().map(({ account }) => account.id) : [accountId]
      const starts = ids.map((id) => cache.coverage.list(id).at(-1)?.from ?? null)
      const known = starts.filter((start) => start !== null)
      return {
        rows: [...rows],
        knownFrom: known.length === 0 || known.length < starts.length ? null : Math.max(...known),
      }
    },
    'events.list'({ accountId }) {
      const accounts = current().cache.accounts.list()
      const chosen = accounts.filter(({ account }) => accountId === null || account.id === accountId)
      return readEvents(current(), chosen, clock.now())
    },
  }
}

type TransactionHandlers = Pick<
  Handlers,
  | Extract<keyof Handlers, `views.${string}` | `exports.${string}`>
  | 'transactions.page'
  | 'transactions.seek'
  | 'transactions.totals'
  | 'transactions.periods'
  | 'transactions.counts'
  | 'transactions.detail'
  | 'transactions.facets'
  | 'transactions.setKind'
  | 'transactions.previewGroup'
  | 'transactions.group'
  | 'transactions.ungroup'
  | 'transactions.groups'
  | 'transactions.withdrawn'
>

/** Transactions: pages, totals, saved views and exports. */
export function createTransactionHandlers({ current, events, clock, files }: HandlerContext): TransactionHandlers {
  const resolve = <R extends { readonly filter: TransactionFilter }>(request: R): R => ({
    ...request,
    filter: { ...request.filter, conditions: conditionsNow(request.filter.conditions, clock.now()) },
  })
  return {
    // If finding a page takes longer than a frame, the worker thread finds it.
    'transactions.page': (given) => {
      const request = resolve(given)
      const { cache, threads } = current()
      return cache.transactions.pages.page(request, 'bounded') ?? threads.page(request)
    },
    'transactions.seek': (request) => current().threads.seek(resolve(request)),
    'transactions.totals': (request) => current().threads.totals(resolve(request).filter),
    'transactions.periods': (request) => current().threads.periods(resolve(request).filter, request.length),
    'transactions.counts': (request) => current().threads.counts(resolve(request).filter, request.field),
    'transactions.detail'({ accountId, id }) {
      const row = current().cache.transactions.get(accountId, id)
      if (row === null) throw new AppError('not-found', m.errors_this_transaction_does_not_exist())
      const { kinds, journal } = current()
      return {
        ...row,
        chosenKind: kinds.chosenFor({ accountId, id }),
        group: kinds.groups.of({ accountId, id }),
        former: journal.former.of(accountId, id),
      }
    },
    async 'transactions.setKind'({ accountId, id, kind, scope = 'row' }) {
      const { kinds } = current()
      const chosen = await kinds.choose({ accountId, id }, kind, scope)
      await kinds.settled()
      return chosen
    },
    'transactions.previewGroup'(draft) {
      const { kinds, threads } = current()
      return kinds.groups.preview(draft, threads.findAlike)
    },
    async 'transactions.group'({ groups }) {
      const { kinds } = current()
      const ids = await kinds.groups.make(groups)
      await kinds.settled()
      return { ids }
    },
    async 'transactions.ungroup'({ ids }) {
      const { kinds } = current()
      const removed = await kinds.groups.takeApart(ids)
      await kinds.settled()
      return { removed }
    },
    'transactions.groups': () => current().journal.groups.list(),
    'transactions.withdrawn'() {
      const { cache, journal } = current()
      return describeWithdrawn(cache, journal.withdrawn.list())
    },
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
    'exports.start': (request) => current().exports.start({ format: 'csv', ...resolve(request) }),
    async 'exports.startWhole'(request) {
      const profile = current()
      return profile.exports.start(await wholeExport(profile, request, clock.now()))
    },
    'exports.list': () => current().exports.list(),
    'exports.cancel': ({ id }) => current().exports.cancel(id),
    'exports.showInFolder'({ id }) {
      if (files === null) throw new AppError('invalid', m.errors_a_browser_cannot_open_folders_open_it())
      files.showInFolder(current().exports.filePath(id))
    },
  }
}

/** The maximum age of the newest covered time of a complete history. */
const maxAgeMs = hourMs

/** The intervals of each account's history that are stored. */
export function createCoverageHandlers({ current, clock }: HandlerContext): Pick<Handlers, 'transactions.coverage'> {
  return {
    'transactions.coverage'() {
      const { cache } = current()
      const read = (id: string) => ({ unreadable: cache.unreadable.list(id), missing: missingOf(cache, id) })
      return cache.accounts.list().map(({ account: { id } }): HistoryCoverage => {
        const gaps = cache.history.gaps(id).map(({ from, to }) => ({ from, to }))
        const beginsAt = cache.history.beginning(id)
        // History is read back to before the beginning of the account. The time before the beginning does not count.
        const covered = cache.coverage
          .list(id)
          .map(({ from, to }) => ({ from: Math.max(from, beginsAt ?? from), to }))
          .flatMap((interval) => subtract(interval, gaps).toReversed())
        const [newest, ...older] = covered
        const isCurrent = newest !== undefined && clock.now() - newest.to < maxAgeMs
        const isComplete = isCurrent && older.length === 0 && gaps.length === 0 && newest.from === beginsAt
        return { accountId: id, covered, gaps, beginsAt, ...read(id), isComplete }
      })
    },
  }
}
