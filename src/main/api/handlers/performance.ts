import type { PerformanceScope } from '#shared/contract/performance.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { RealizedLot } from '#shared/model/ledger/realized-lots.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import { writeRealizedCsv } from '../../export/realized-csv.ts'
import { historyRemarks } from '../../export/remarks.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { nameInstruments, performanceQuestion } from '../read/read-performance.ts'

type PerformanceHandlers = Pick<Handlers, Extract<keyof Handlers, `performance.${string}`>>

const usualLots = 200
const lotsPerChunk = 1000

/** The performance of a scope in a period. */
export function createPerformanceHandlers({ current, clock }: HandlerContext): PerformanceHandlers {
  const ask = (scope: PerformanceScope) => performanceQuestion(current(), scope, clock.now())
  const nameLots = (lots: readonly RealizedLot[]): RealizedLot[] => {
    const factsOf = readFacts(
      current().cache,
      lots.map(({ symbol }) => symbol),
    )
    return lots.map((lot) => ({ ...lot, name: factsOf(lot.symbol).name }))
  }

  async function* allLots(scope: PerformanceScope, method: LotMethod | null): AsyncGenerator<readonly RealizedLot[]> {
    for (let offset = 0; ; offset += lotsPerChunk) {
      const { lots, lotCount } = await current().ledger.performance.realized(
        { ...ask(scope), isQuick: true },
        { method, offset, limit: lotsPerChunk },
      )
      yield nameLots(lots)
      if (offset + lotsPerChunk >= lotCount) return
    }
  }

  return {
    async 'performance.read'({ isQuick = false, ...scope }) {
      const profile = current()
      return nameInstruments(profile, await profile.ledger.performance.read({ ...ask(scope), isQuick }))
    },
    'performance.table': ({ by, ...scope }) =>
      current().ledger.performance.table({ ...ask(scope), isQuick: false }, by),
    'performance.explain': ({ figure, figureCurrency = null, ...scope }) =>
      current().ledger.performance.explain({ ...ask(scope), isQuick: true }, figure, figureCurrency),
    async 'performance.realized'({ method = null, offset = 0, limit = usualLots, ...scope }) {
      const page = { method, offset, limit }
      const found = await current().ledger.performance.realized({ ...ask(scope), isQuick: true }, page)
      return { ...found, lots: nameLots(found.lots) }
    },
    async 'performance.exportRealized'({ method = null, ...scope }) {
      const { cache, exports, paths } = current()
      const accountIds = scope.accountId === null ? null : [scope.accountId]
      const file = await writeRealizedCsv(allLots(scope, method), {
        folder: paths.exports,
        now: clock.now(),
        remarks: () => historyRemarks(cache, { accountIds }),
      })
      return { ...file, id: exports.add({ path: file.path, rows: file.lotCount }) }
    },
    async 'performance.benchmark'({ benchmark, ...scope }) {
      const found = await current().ledger.performance.benchmark({ ...ask(scope), isQuick: false }, benchmark)
      const { name } = readFacts(current().cache, [benchmark])(benchmark)
      // Only the name shows whether it is a total return index: the service has no such field.
      const isTotalReturn = /полной доходности|total return/i.test(name ?? '')
      return { ...found, name, isWithoutDividends: !isTotalReturn }
    },
  }
}
