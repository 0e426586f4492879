import type { Decimal } from '../../../shared/decimal.ts'
import type { IncomeFigures, IncomeGroup, IncomeGrouping, IncomeKind } from '../../../shared/model/income.ts'
import type { OpenLot } from '../../../shared/model/ledger.ts'
import { formatUnits, parseUnits, roundedQuotient, unitPlaces } from '../lots/units.ts'
import type { UnnamedIncomeRow } from './account-income.ts'
import { dateOf, dayOf } from './income-event.ts'

export type UnnamedIncomeGroup = Omit<IncomeGroup, 'name'>

interface SummaryInput {
  readonly rows: readonly UnnamedIncomeRow[]
  readonly lots: readonly OpenLot[]
  /** UTC ms. */
  readonly now: number
}

const incomeKinds: readonly IncomeKind[] = ['dividend', 'coupon', 'other']
const repaidKinds: readonly IncomeKind[] = ['amortization', 'redemption']
const yieldPlaces = 6
const one = 10n ** BigInt(unitPlaces)

/** Figures by currency, of all rows and of each group. Sums are exact; received, announced and projected stay apart. */
export function summarizeIncome(input: SummaryInput, by: IncomeGrouping) {
  const keyOfRow = (row: UnnamedIncomeRow): string =>
    by === 'year'
      ? row.date.slice(0, 4)
      : by === 'account'
        ? row.accountId
        : by === 'currency'
          ? row.currency
          : row.symbol
  // A year has no cost: lots are open now.
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
  /** `null` where a cost makes no sense. */
  readonly lots: readonly OpenLot[] | null
}

function figuresOf({ rows, lots, now }: GroupInput, only: string | null): IncomeFigures[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].filter((code) => code !== '').sort()
  return currencies
    .filter((currency) => only === null || only === currency)
    .map((currency) => {
      const own = rows.filter((row) => row.currency === currency)
      const figures = amountsOf(own, now)
      const held = new Set((lots ?? []).map(placeOf))
      const trailing = sumOf(
        own.filter((row) => held.has(placeOf(row)) && isTrailing(row, now)),
        ({ gross }) => gross,
      )
      return {
        currency,
        ...figures,
        trailingHeld: formatUnits(trailing),
        ...yieldOf(trailing, lots === null ? null : costOf(lots, own, currency)),
      }
    })
    .filter((figures) => !isEmpty(figures))
}

const placeOf = ({ accountId, symbol }: { readonly accountId: string; readonly symbol: string }): string =>
  `${accountId}\n${symbol}`

function amountsOf(rows: readonly UnnamedIncomeRow[], now: number) {
  const income = rows.filter(({ kind }) => incomeKinds.includes(kind))
  const gross = sumOf(income, (row) => row.gross)
  const tax = sumOf(income, (row) => row.tax)
  const ahead = (state: UnnamedIncomeRow['state']): bigint =>
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
const isTrailing = ({ date, kind, gross }: UnnamedIncomeRow, now: number): boolean =>
  incomeKinds.includes(kind) && gross !== null && date > dateOf(dayOf(now) - 365) && date <= dateOf(dayOf(now))

const sumOf = (rows: readonly UnnamedIncomeRow[], read: (row: UnnamedIncomeRow) => Decimal | null): bigint =>
  rows.reduce((sum, row) => {
    const value = read(row)
    return value === null ? sum : sum + (parseUnits(value) ?? 0n)
  }, 0n)

/** The cost of long lots in a currency; `null` where one of them is not known. A lot without a currency may be of any. */
function costOf(lots: readonly OpenLot[], rows: readonly UnnamedIncomeRow[], currency: string): bigint | null {
  const symbols = new Set(rows.map(({ symbol }) => symbol))
  let cost = 0n
  for (const lot of lots) {
    if (lot.quantity.startsWith('-')) continue
    if (lot.currency !== null && lot.currency !== currency) continue
    if (lot.cost === null && !symbols.has(lot.symbol)) continue
    if (lot.cost === null) return null
    cost += parseUnits(lot.cost) ?? 0n
  }
  return cost
}

function yieldOf(trailing: bigint, cost: bigint | null): Pick<IncomeFigures, 'cost' | 'yieldOnCost' | 'noYield'> {
  if (cost === null) return { cost: null, yieldOnCost: null, noYield: 'The cost is not known.' }
  if (cost <= 0n) return { cost: formatUnits(cost), yieldOnCost: null, noYield: 'Nothing of it is held.' }
  const share = roundedQuotient(trailing * one, cost, yieldPlaces)
  return { cost: formatUnits(cost), yieldOnCost: formatUnits(share), noYield: '' }
}

const isEmpty = ({ gross, announced, projected, repaid, tax }: IncomeFigures): boolean =>
  [gross, announced, projected, repaid, tax].every((amount) => amount === '0')
