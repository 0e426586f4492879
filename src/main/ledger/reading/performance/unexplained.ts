import { otherSideOf } from '#main/insight/ledger/other-side.ts'
import { piecesOf } from '#main/insight/ledger/row.ts'
import { dayMs } from '#shared/durations.ts'
import type { TwrReason } from '#shared/model/ledger/returns.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { PlacedRow } from '../../replay/row-decoder.ts'

/** Money or pieces that moved for a reason that is not known, or in exchange for another currency. */
export interface UnexplainedMoney {
  readonly reason: Extract<TwrReason, 'unknown-money' | 'exchange'>
  /** From the UTC day of one time to that of the other, included (UTC ms). */
  readonly from: number
  readonly to: number
  /** The currencies that it concerns; empty if that is not known. */
  readonly currencies: readonly string[]
  /** Whether a figure that contains all these currencies is not concerned. */
  readonly isWhole: boolean
}

/** Trades and repayments pay for pieces; without an instrument it is not known for which. */
const pieceKinds: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  'buy',
  'sell',
  'amortization',
  'redemption',
  'expiration',
  'split',
])

/** Whether rows of this kind may move money or pieces without a known reason. */
export const isUnexplained = ({ kind, symbol }: { readonly kind: TransactionKind; readonly symbol: string }): boolean =>
  kind === 'unknown' || kind === 'currency-exchange' || (symbol === '' && pieceKinds.has(kind))

/** The two sides of an exchange are booked at most this far apart. */
const exchangeMs = 3 * dayMs

/** Lists what the rows (oldest first) move without a known reason. */
export function unexplainedMoney(placed: readonly PlacedRow[]): UnexplainedMoney[] {
  const moving = placed.filter(({ row }) => isUnexplained(row) && hasEffect(row))
  const unknown = moving.filter(({ row }) => row.kind !== 'currency-exchange')
  return [
    ...unknown.map(({ row: { at, currency, money } }) => ({
      reason: 'unknown-money' as const,
      from: at,
      to: at,
      isWhole: false,
      currencies: currency === null || (money ?? 0n) === 0n ? [] : [currency],
    })),
    ...exchangesOf(moving.filter(({ row }) => row.kind === 'currency-exchange')),
  ]
}

const hasEffect = (row: PlacedRow['row']): boolean => (row.money ?? 0n) !== 0n || (piecesOf(row) ?? 0n) !== 0n

/** Pairs the sides of exchanges; a group of the user is one exchange. */
function exchangesOf(rows: readonly PlacedRow[]): UnexplainedMoney[] {
  const paid = rows.filter(({ row }) => row.currency !== null && (row.money ?? 0n) !== 0n)
  const groups = Map.groupBy(paid, ({ row }) => row.group?.key)
  const open = groups.get(undefined) ?? []
  groups.delete(undefined)
  const found = [...groups.values()].map((own): UnexplainedMoney => {
    const [from, to] = [own[0]?.row.at ?? 0, own.at(-1)?.row.at ?? 0]
    const currencies = [...new Set(own.flatMap(({ row }) => row.currency ?? []))]
    return { reason: 'exchange', from, to, currencies, isWhole: currencies.length > 1 && dayOf(from) === dayOf(to) }
  })
  for (let side = open.shift(); side !== undefined; side = open.shift()) {
    const { row } = side
    const own = otherSideOf(row)
    const index = own === null ? open.findIndex((other) => isOtherSide(side, other)) : -1
    const [other] = index < 0 ? [] : open.splice(index, 1)
    const currency = own?.currency ?? other?.row.currency ?? null
    found.push({
      reason: 'exchange',
      from: row.at,
      to: other?.row.at ?? row.at,
      currencies: [row.currency, currency].filter((code) => code !== null),
      // Between two days the money is on its way.
      isWhole: own !== null || (other !== undefined && dayOf(other.row.at) === dayOf(row.at)),
    })
  }
  return found
}

const isOtherSide = ({ account, row }: PlacedRow, other: PlacedRow): boolean =>
  other.account === account &&
  otherSideOf(other.row) === null &&
  other.row.currency !== row.currency &&
  (other.row.money ?? 0n) < 0n !== (row.money ?? 0n) < 0n &&
  other.row.at - row.at <= exchangeMs

const dayOf = (at: number): number => Math.floor(at / dayMs)

/** The days (UTC, by their start in ms) over which a figure in these currencies has no return, with the reason. */
export function lostDays(
  unknown: readonly UnexplainedMoney[],
  isIncluded: (currency: string) => boolean,
): Map<number, UnexplainedMoney['reason']> {
  const lost = new Map<number, UnexplainedMoney['reason']>()
  for (const { reason, from, to, currencies, isWhole } of unknown) {
    const included = currencies.filter(isIncluded)
    if (currencies.length > 0 && (included.length === 0 || (isWhole && included.length === currencies.length))) continue
    for (let day = dayOf(from); day <= dayOf(to); day++) lost.set(day * dayMs, reason)
  }
  return lost
}
