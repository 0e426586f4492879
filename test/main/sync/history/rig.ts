import type { FigureDifference } from '#main/sync/history/difference-search.ts'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { applyWithdrawn } from '#main/sync/history/withdrawn-rows.ts'
import { booked, HistoryService, type ServiceOptions } from '../../../fakes/history-service.ts'
import { startSync } from '../harness.ts'

export const accountId = '1900001'
const signal = new AbortController().signal
export const held = { purpose: 'held', signal } as const
export const background = { purpose: 'background', signal } as const

/** `count` rows spread evenly over `days` days until a minute before now. */
export const evenly = (now: number, count: number, days: number) =>
  Array.from({ length: count }, (_, id) => booked(id, now - 60_000 - Math.floor((id * days * 86_400) / count) * 1_000))

export function start(options: ServiceOptions = {}) {
  const sync = startSync()
  const service = new HistoryService(options)
  sync.broker.responses.listTransactions = service.respond
  let history = new HistorySync(sync.context)
  async function readRest(accountIds = [accountId]): Promise<void> {
    for (let step = 0; (await history.readFurther(accountIds, background)) !== 'nothing'; step++)
      if (step > 3_000) throw new Error('reading does not end')
  }
  return {
    ...sync,
    service,
    readRecent: (id = accountId) => history.readRecent(id, held),
    rereadLastMonth: () => history.rereadLastMonth([accountId]),
    searchBehind: (differences: readonly FigureDifference[]) => history.searchBehind([accountId], differences),
    readFurther: (accountIds = [accountId]) => history.readFurther(accountIds, background),
    readRest,
    async readAll(accountIds = [accountId]) {
      for (const id of accountIds) await history.readRecent(id, held)
      await readRest(accountIds)
    },
    apply: () => applyWithdrawn(sync.context),
    restart: () => (history = new HistorySync(sync.context)),
    count: () => sync.cache.transactions.count(accountId),
    gaps: () => sync.cache.history.gaps(accountId),
  }
}
