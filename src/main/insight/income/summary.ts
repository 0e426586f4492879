import type { Decimal } from '#shared/decimal.ts'
import type { IncomeFigures, IncomeGroup, IncomeGrouping, IncomeKind } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import { dateOf, dayOf } from '../events/days.ts'
import { formatUnits, parseUnits, roundedQuotient, unitPlaces } from '../lots/units.ts'
import type { UnnamedIncomeRow } from './income-event.ts'

type UnnamedIncomeGroup = Omit<IncomeGroup, 'name'>

/** The fields of a row that a summary needs. */
export type SummedRow = Pick<
  UnnamedIncomeRow,
  'accountId' | 'symbol' | 'date' | 'kind' | 'state' | 'currency' | 'gross' | 'tax' | 'expected'
>

interface SummaryInput {
  readonly rows: Iterable<SummedRow>
  readonly lots: readonly OpenLot[]
  /** UTC ms. */
  readonly now: number
}

const incomeKinds: readonly IncomeKind[] = ['dividend', 'coupon', 'other']
const repaidKinds: readonly IncomeKind[] = ['amortization', 'redemption']
const yieldPlaces = 6
const one = 10n ** BigInt(unitPlaces)

/**
 * Summarizes income by currency, for all rows and for each group. Sums are exact; received, announced and projected
 * amounts are not mixed, and those of unknown currency (`''`) come last, in no other sum. `yieldOnCost` is a fraction.
 * The rows are read once and not kept.
 */
export function summarizeIncome({ rows, lots, now }: SummaryInput, by: IncomeGrouping) {
  const total = new RowSums(now)
  const groups = new Map<string, RowSums>()
  for (const row of rows) {
    const key = keyOfRow(row, by)
    let group = groups.get(key)
    if (group === undefined) groups.set(key, (group = new RowSums(now)))
    total.add(row)
    group.add(row)
  }
  const lotGroups = Map.groupBy(lots, (lot) => keyOfLot(lot, by))
  const found = [...groups].map(([key, sums]): UnnamedIncomeGroup => {
    const own =
      by === 'year' ? null : [...(lotGroups.get(key) ?? []), ...(by === 'currency' ? (lotGroups.get(null) ?? []) : [])]
    return { key, figures: figuresOf(sums, own, by === 'currency' ? key : null) }
  })
  return {
    total: figuresOf(total, lots, null),
    groups: found.filter(({ figures }) => figures.length > 0).sort((a, b) => a.key.localeCompare(b.key)),
  }
}

function keyOfRow(row: SummedRow, by: IncomeGrouping): string {
  if (by === 'year') return row.date.slice(0, 4)
  return by === 'account' ? row.accountId : by === 'currency' ? row.currency : row.symbol
}

/** A group by year has no cost, because only lots that are open now have one. */
function keyOfLot(lot: OpenLot, by: IncomeGrouping): string | null {
  if (by === 'year') return null
  return by === 'account' ? lot.accountId : by === 'currency' ? lot.currency : lot.symbol
}

const nothing = { gross: 0n, tax: 0n, grossOfUnknownTax: 0n, repaid: 0n, trailing: 0n, announced: 0n, projected: 0n }

interface CurrencySums extends Record<keyof typeof nothing, bigint> {
  /** Income of the last twelve months by holding (account and symbol). */
  readonly trailingByHolding: Map<string, bigint>
  readonly holdings: Set<string>
}

/** Sums of rows by currency. */
class RowSums {
  readonly #today: string
  readonly #yearAgo: string
  readonly #yearAhead: string
  readonly byCurrency = new Map<string, CurrencySums>()

  constructor(now: number) {
    const today = dayOf(now)
    this.#today = dateOf(today)
    this.#yearAgo = dateOf(today - 365)
    this.#yearAhead = dateOf(today + 365)
  }

  add(row: SummedRow): void {
    const { currency, kind, state, date } = row
    let sums = this.byCurrency.get(currency)
    if (sums === undefined)
      this.byCurrency.set(currency, (sums = { ...nothing, trailingByHolding: new Map(), holdings: new Set() }))
    const holding = holdingKey(row)
    sums.holdings.add(holding)
    const gross = unitsOf(row.gross)
    if (repaidKinds.includes(kind)) sums.repaid += gross
    if (!incomeKinds.includes(kind)) return
    sums.gross += gross
    sums.tax += unitsOf(row.tax)
    if (row.gross !== null && row.tax === null) sums.grossOfUnknownTax += gross
    if ((state === 'announced' || state === 'projected') && date <= this.#yearAhead)
      sums[state] += unitsOf(row.expected?.low ?? null)
    if (row.gross === null || date <= this.#yearAgo || date > this.#today) return
    sums.trailing += gross
    sums.trailingByHolding.set(holding, (sums.trailingByHolding.get(holding) ?? 0n) + gross)
  }
}

const unitsOf = (value: Decimal | null): bigint => (value === null ? 0n : (parseUnits(value) ?? 0n))

/**
 * Calculates the figures of a group. `lots` is `null` for a grouping without cost; `only` limits the result to one
 * currency.
 */
function figuresOf({ byCurrency }: RowSums, lots: readonly OpenLot[] | null, only: string | null): IncomeFigures[] {
  return [...byCurrency.keys()]
    .sort((a, b) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
    .flatMap((currency) => {
      const sums = byCurrency.get(currency)
      if (sums === undefined || (only !== null && only !== currency)) return []
      const costs = costsOf(lots ?? [], currency)
      const withoutCost = [...costs].filter(([holding, cost]) => cost === null && sums.holdings.has(holding))
      const held = [...sums.trailingByHolding].filter(([holding]) => (costs.get(holding) ?? null) !== null)
      const trailing = held.reduce((sum, [, each]) => sum + each, 0n)
      const known = [...costs.values()].filter((cost) => cost !== null)
      const cost = lots === null ? null : known.reduce<bigint>((sum, each) => sum + each, 0n)
      return [
        {
          currency,
          ...formatSums(sums),
          trailingHeld: formatUnits(trailing),
          ...yieldOf(trailing, cost, withoutCost.length > 0),
          withoutCost: [...new Set(withoutCost.map(([holding]) => holding.split('\n')[1] ?? ''))].sort(),
        },
      ]
    })
    .filter((figures) => !isEmpty(figures))
}

const holdingKey = ({ accountId, symbol }: { readonly accountId: string; readonly symbol: string }): string =>
  `${accountId}\n${symbol}`

const formatSums = ({ gross, tax, grossOfUnknownTax, trailing, repaid, announced, projected }: CurrencySums) => ({
  gross: formatUnits(gross),
  tax: formatUnits(tax),
  net: formatUnits(gross - tax),
  grossOfUnknownTax: formatUnits(grossOfUnknownTax),
  trailing: formatUnits(trailing),
  repaid: formatUnits(repaid),
  announced: formatUnits(announced),
  projected: formatUnits(projected),
})

/**
 * The cost of the long lots of each holding; `null` if one lot has no known cost. A lot without a currency may be in
 * any currency.
 */
function costsOf(lots: readonly OpenLot[], currency: string): Map<string, bigint | null> {
  const costs = new Map<string, bigint | null>()
  for (const lot of lots) {
    if (lot.quantity.startsWith('-') || (lot.currency !== null && lot.currency !== currency)) continue
    const [holding, cost] = [holdingKey(lot), lot.cost === null ? null : parseUnits(lot.cost)]
    const before = costs.get(holding)
    costs.set(holding, cost === null || before === null ? null : (before ?? 0n) + cost)
  }
  return costs
}

function yieldOf(
  trailing: bigint,
  cost: bigint | null,
  hasUnknown: boolean,
): Pick<IncomeFigures, 'cost' | 'yieldOnCost' | 'noYield'> {
  if (cost === null) return { cost: null, yieldOnCost: null, noYield: 'grouped-by-year' }
  if (cost <= 0n && hasUnknown) return { cost: null, yieldOnCost: null, noYield: 'cost-not-known' }
  if (cost <= 0n) return { cost: formatUnits(cost), yieldOnCost: null, noYield: 'nothing-held' }
  const share = roundedQuotient(trailing * one, cost, yieldPlaces)
  return { cost: formatUnits(cost), yieldOnCost: formatUnits(share), noYield: null }
}

const isEmpty = ({ gross, announced, projected, repaid, tax }: IncomeFigures): boolean =>
  [gross, announced, projected, repaid, tax].every((amount) => amount === '0')
