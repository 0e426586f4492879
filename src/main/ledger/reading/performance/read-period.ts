import { parseUnits } from '#main/insight/lots/units.ts'
import { Differences } from '../differences.ts'
import { CashReader } from './cash-period.ts'
import { instrumentPeriods, valueScope } from './instrument-period.ts'
import { readFlows } from './piece-flows.ts'
import { firstDayOf, type PerformanceQuestion, type ReaderSource } from './question.ts'
import { ScopeReader } from './scope-reader.ts'

export type ReadPeriod = ReturnType<typeof readPeriod> extends Generator<void, infer T> ? T : never

/** Reads the holdings of a scope at both ends of a period and the flows between them. */
export function* readPeriod(source: ReaderSource, question: PerformanceQuestion) {
  const { from, to, compared } = question
  const scope = new ScopeReader(source.db, source.known, question)
  const firstDay = firstDayOf(source, question.accountIds)
  const stated = compared.filter((each) => each !== null)
  const differences = new Differences(stated, { firstDay, now: question.now })
  const flows = readFlows(scope, from, to)
  yield
  const begin = valueScope(scope, from, differences)
  yield
  const end = valueScope(scope, to, differences)
  yield
  const instruments = instrumentPeriods(begin, end, flows)
  const cashReader = scope.hasCash ? new CashReader(source.known.cash, scope.accounts, openingsOf(question)) : null
  const cash = cashReader === null ? null : cashReader.period(from, to, instruments, differences)
  const unpriced = [begin, end].flatMap(({ values }, index) =>
    [...values].flatMap(([symbol, { amounts }]) =>
      amounts === null && differences.pieces(symbol, index === 0 ? from : to) !== null
        ? [{ symbol, name: null, at: index === 0 ? ('begin' as const) : ('end' as const) }]
        : [],
    ),
  )
  const withoutMarket = differences.symbols.filter((symbol) => scope.isIncluded(symbol) && !end.values.has(symbol))
  return {
    scope,
    flows,
    begin,
    end,
    instruments,
    cash,
    cashReader,
    differences,
    unpriced: [...unpriced, ...withoutMarket.map((symbol) => ({ symbol, name: null, at: 'end' as const }))],
    firstDay: Math.max(from, firstDay),
  }
}

const openingsOf = ({ choices, accountIds }: PerformanceQuestion) =>
  choices.openings.flatMap(({ accountId, currency, amount }) =>
    currency !== null && accountIds.includes(accountId) ? [{ currency, amount: parseUnits(amount) ?? 0n }] : [],
  )
