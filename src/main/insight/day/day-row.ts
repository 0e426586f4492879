import { add, sign, sum, zero, type Decimal } from '#shared/decimal.ts'
import type { DayCash } from '#shared/model/ledger/day-profit.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'

/** A transaction of the day: the pieces and the money that it moves. */
export interface DayRow {
  readonly id: string
  /** UTC ms. */
  readonly at: number
  readonly kind: TransactionKind
  /** Empty if the row moves only money. */
  readonly symbol: string
  readonly currency: string | null
  readonly money: Decimal | null
  /** Signed; `null` if the row moves no pieces. */
  readonly pieces: Decimal | null
  /** Whether the row moves pieces without saying how many. */
  readonly hasUnknownPieces: boolean
  /** The cost of the pieces without accrued interest, negative for proceeds; `null` if it is not known. */
  readonly cost: Decimal | null
}

type CashKind = DayCash['kind']

const cashKinds: Partial<Record<TransactionKind, CashKind>> = {
  dividend: 'income',
  coupon: 'income',
  'other-income': 'income',
  interest: 'income',
  commission: 'fees',
  fine: 'fees',
  tax: 'taxes',
}

/** Whether a row is income, a fee or a tax; `null` for all other rows. */
export const cashKindOf = ({ kind }: Pick<DayRow, 'kind'>): CashKind | null => cashKinds[kind] ?? null

/**
 * Adds income and charges by kind and currency, with the ids of their rows. Accrued interest paid with a bond is
 * negative income.
 */
export function gatherCash(rows: readonly DayRow[]): DayCash[] {
  const known = rows.flatMap((row) => {
    const [kind, amount] = [cashKindOf(row) ?? 'income', amountOf(row)]
    return amount === null || row.currency === null || sign(amount) === 0
      ? []
      : [{ kind, currency: row.currency, amount, id: row.id }]
  })
  return [...Map.groupBy(known, ({ kind }) => kind)].flatMap(([kind, own]) =>
    // Amounts of unknown currency are not added.
    [...Map.groupBy(own, (row) => (row.currency === '' ? row : row.currency)).values()].map((alike) => ({
      kind,
      currency: alike[0]?.currency ?? '',
      amount: sum(alike.map(({ amount }) => amount)),
      transactionIds: alike.map(({ id }) => id),
    })),
  )
}

/** The amount of income or of a charge: the money of the row, or for a trade the accrued interest in it. */
function amountOf(row: DayRow): Decimal | null {
  if (cashKindOf(row) !== null) return row.money
  const isTrade = (row.kind === 'buy' || row.kind === 'sell') && row.pieces !== null
  return isTrade && row.money !== null && row.cost !== null ? add(row.money, row.cost) : null
}

/** The sum of one kind in one currency; zero without rows. */
export const sumOfCash = (cash: readonly DayCash[], kind: CashKind, currency: string): Decimal =>
  cash.length === 0
    ? zero
    : sum(cash.filter((each) => each.kind === kind && each.currency === currency).map(({ amount }) => amount))
