import type { Decimal } from '../../../shared/decimal.ts'
import type { IncomeFigures, IncomeGroup, IncomeGrouping, IncomeKind } from '../../../shared/model/ledger/income.ts'
import type { OpenLot } from '../../../shared/model/ledger/ledger.ts'
import { formatUnits, parseUnits, roundedQuotient, unitPlaces } from '../lots/units.ts'
import { dateOf, dayOf, type UnnamedIncomeRow } from './income-event.ts'

type UnnamedIncomeGroup = Omit<IncomeGroup, 'name'>

/** What of a row a summary needs. */
export type SummedRow = Pick<
  UnnamedIncomeRow,
  'accountId' | 'symbol' | 'date' | 'kind' | 'state' | 'currency' | 'gross' | 'tax' | 'expected'
>

interface SummaryInput {
  readonly rows: readonly SummedRow[]
  readonly lots: readonly OpenLot[]
  /** UTC ms. */
  readonly now: number
}

const incomeKinds: readonly IncomeKind[] = ['dividend', 'coupon', 'other']
const repaidKinds: readonly IncomeKind[] = ['amortization', 'redemption']
const yieldPlaces = 6
const one = 10n ** BigInt(unitPlaces)

/** Figures by currency, of all rows and of each group. Sums are exact; received, announced and projected are not mixed. */
export function summarizeIncome(input: SummaryInput, by: IncomeGrouping) {
  const keyOfRow = (row: SummedRow): string =>
    by === 'year'
      ? row.date.slice(0, 4)
      : by === 'account'
        ? row.accountId
        : by === 'currency'
          ? row.currency
          : row.symbol
  // A group of a year has no cost: only lots that are open now have one.
  const keyOfLot = (lot: OpenLot): string | null =>
    by === 'year' ? null : by === 'account' ? lot.accountId : by === 'currency' ? lot.currency : lot.symbol
  const rowGroups = Map.groupBy(input.rows, keyOfRow)
  const lotGroups = Map.groupBy(input.lots, keyOfLot)
  const groups = [...rowGroups].map(([key, rows]): UnnamedIncomeGroup => {
    const lots =
      by === 'year' ? null : [...(lotGroups.get(key) ?? []), ...(by === 'currency' ? (lotGroups.get(null) ?? []) : [])]
    return { key, figures: figuresOf({ rows, lots, now: input.now }, by === 'currency' ? key : null) }
  })
  return {
    total: figuresOf(input, null),
    groups: groups.filter(({ figures }) => figures.length > 0).sort((a, b) => a.key.localeCompare(b.key)),
  }
}

interface GroupInput extends Omit<SummaryInput, 'lots'> {
  /** `null` for a grouping that has no cost. */
  readonly lots: readonly OpenLot[] | null
}

function figuresOf({ rows, lots, now }: GroupInput, only: string | null): IncomeFigures[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].filter((code) => code !== '').sort()
  return currencies
    .filter((currency) => only === null || only === currency)
    .map((currency) => {
      const own = rows.filter((row) => row.currency === currency)
      const figures = amountsOf(own, now)
      const costs = costsOf(lots ?? [], currency)
      const payers = new Set(own.map(placeOf))
      const withoutCost = [...costs].filter(([place, cost]) => cost === null && payers.has(place))
      const trailing = sumOf(
        own.filter((row) => (costs.get(placeOf(row)) ?? null) !== null && isTrailing(row, now)),
        ({ gross }) => gross,
      )
      const known = [...costs.values()].filter((cost) => cost !== null)
      const cost = lots === null ? null : known.reduce<bigint>((sum, each) => sum + each, 0n)
      return {
        ...{ currency, ...figures, trailingHeld: formatUnits(trailing) },
        ...yieldOf(trailing, cost, withoutCost.length > 0),
        withoutCost: [...new Set(withoutCost.map(([place]) => place.split('\n')[1] ?? ''))].sort(),
      }
    })
    .filter((figures) => !isEmpty(figures))
}

const placeOf = ({ accountId, symbol }: { readonly accountId: string; readonly symbol: string }): string =>
  `${accountId}\n${symbol}`

function amountsOf(rows: readonly SummedRow[], now: number) {
  const income = rows.filter(({ kind }) => incomeKinds.includes(kind))
  const gross = sumOf(income, (row) => row.gross)
  const tax = sumOf(income, (row) => row.tax)
  const ahead = (state: SummedRow['state']): bigint =>
    sumOf(
      income.filter((row) => row.state === state && row.date <= dateOf(dayOf(now) + 365)),
      ({ expected }) => expected?.low ?? null,
    )
  const trailing = sumOf(
    income.filter((row) => isTrailing(row, now)),
    (row) => row.gross,
  )
  const repaid = sumOf(
    rows.filter(({ kind }) => repaidKinds.includes(kind)),
    (row) => row.gross,
  )
  return {
    ...{ gross: formatUnits(gross), tax: formatUnits(tax), net: formatUnits(gross - tax) },
    ...{ trailing: formatUnits(trailing), repaid: formatUnits(repaid) },
    ...{ announced: formatUnits(ahead('announced')), projected: formatUnits(ahead('projected')) },
  }
}

/** Whether a row is income of the last twelve months, by its date. */
const isTrailing = ({ date, kind, gross }: SummedRow, now: number): boolean =>
  incomeKinds.includes(kind) && gross !== null && date > dateOf(dayOf(now) - 365) && date <= dateOf(dayOf(now))

const sumOf = (rows: readonly SummedRow[], read: (row: SummedRow) => Decimal | null): bigint =>
  rows.reduce((sum, row) => {
    const value = read(row)
    return value === null ? sum : sum + (parseUnits(value) ?? 0n)
  }, 0n)

/** The cost of the long lots of each place; `null` if the cost of one is not known. A lot without a currency may be in any. */
function costsOf(lots: readonly OpenLot[], currency: string): Map<string, bigint | null> {
  const costs = new Map<string, bigint | null>()
  for (const lot of lots) {
    if (lot.quantity.startsWith('-') || (lot.currency !== null && lot.currency !== currency)) continue
    const [place, cost] = [placeOf(lot), lot.cost === null ? null : parseUnits(lot.cost)]
    const before = costs.get(place)
    costs.set(place, cost === null || before === null ? null : (before ?? 0n) + cost)
  }
  return costs
}

function yieldOf(
  trailing: bigint,
  cost: bigint | null,
  hasUnknown: boolean,
): Pick<IncomeFigures, 'cost' | 'yieldOnCost' | 'noYield'> {
  if (cost === null) return { cost: null, yieldOnCost: null, noYield: 'Lots have a cost now, not in a year.' }
  if (cost <= 0n && hasUnknown) return { cost: null, yieldOnCost: null, noYield: 'The cost is not known.' }
  if (cost <= 0n) return { cost: formatUnits(cost), yieldOnCost: null, noYield: 'Nothing of it is held.' }
  const share = roundedQuotient(trailing * one, cost, yieldPlaces)
  return { cost: formatUnits(cost), yieldOnCost: formatUnits(share), noYield: '' }
}

const isEmpty = ({ gross, announced, projected, repaid, tax }: IncomeFigures): boolean =>
  [gross, announced, projected, repaid, tax].every((amount) => amount === '0')
