import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import type { AccountFlow } from '#main/insight/history/external-flow.ts'
import { isConversionOf, pairConversions, type AccountRow } from '#main/insight/ledger/pair-rows.ts'
import { piecesOf, splitMs } from '#main/insight/ledger/row.ts'
import { valueAt } from '#main/insight/performance/price-before.ts'
import type { PlacedRow } from '../../replay/row-decoder.ts'
import type { ScopeReader } from './scope-reader.ts'

type MovedPieces = AccountFlow & { readonly placed: PlacedRow }

/** Whether rows of a dimension may move pieces as `movedPieces` finds them. */
export const mayMovePieces = ({ kind, symbol }: LedgerDimension): boolean => symbol !== '' && kind === 'split'

/**
 * The pieces that instruments of the scope get from others or give to them, by a conversion or a change of the symbol. They are flows of the instrument, although nothing enters or leaves its account.
 * `rows` are those of all symbols, oldest first. Nothing says from which instrument a spin-off comes: it is a flow only
 * where the scope is one instrument.
 */
export function movedPieces(scope: ScopeReader, rows: readonly PlacedRow[]): MovedPieces[] {
  const senders = pairConversions(rows)
  const receivers = new Map([...senders].map(([receiver, sender]) => [sender, receiver]))
  return rows.flatMap((placed): MovedPieces[] => {
    const { account, row } = placed
    const { at, kind, symbol } = row
    const pieces = piecesOf(row) ?? 0n
    if (pieces === 0n || !scope.isIncluded(symbol) || scope.instrumentOf(symbol).facts.isFuture) return []
    const flow = { account, at, kind, symbol, pieces, placed }
    const other = senders.get(placed) ?? receivers.get(placed)
    if (other === undefined) return isSpinOff(scope, placed, rows) ? [{ ...flow, value: worthOf(scope, placed) }] : []
    const [sender, receiver] = pieces > 0n ? [other, placed] : [placed, other]
    if (scope.isIncluded(other.row.symbol) || !isConversion(scope, sender, receiver)) return []
    // What arrives is worth what it replaces, where only one of both has a price.
    const value = worthOf(scope, receiver) ?? opposite(worthOf(scope, sender))
    return [{ ...flow, value: pieces > 0n ? value : opposite(value) }]
  })
}

/** Whether pieces come to nothing held, and are not those that a split of the same symbol has taken out before. */
function isSpinOff(scope: ScopeReader, { account, row }: PlacedRow, rows: readonly PlacedRow[]): boolean {
  if (row.kind !== 'split' || (piecesOf(row) ?? 0n) <= 0n || scope.onlySymbol !== row.symbol) return false
  const isTakenOut = rows.some(
    (other) =>
      other.account === account &&
      other.row.symbol === row.symbol &&
      (piecesOf(other.row) ?? 0n) < 0n &&
      other.row.at <= row.at &&
      row.at - other.row.at <= splitMs,
  )
  return !isTakenOut && heldBefore(scope, { account, row }) === 0n
}

const isConversion = (scope: ScopeReader, sender: AccountRow, receiver: AccountRow): boolean =>
  isConversionOf([sender, heldBefore(scope, sender)], [receiver, heldBefore(scope, receiver)])

const heldBefore = (scope: ScopeReader, { account, row: { symbol, at } }: AccountRow): bigint =>
  scope.pointOf(account, symbol, at)?.quantity ?? 0n

/** The value of the pieces at the last price before the row: after it, a price may no longer apply. */
function worthOf(scope: ScopeReader, { row }: AccountRow): AccountFlow['value'] {
  const { symbol, at } = row
  const price = scope.priceBefore(symbol, scope.pointsOf(symbol, at), at)
  return valueAt(piecesOf(row) ?? 0n, price, scope.instrumentOf(symbol), at)
}

const opposite = (value: AccountFlow['value']): AccountFlow['value'] => value && { ...value, amount: -value.amount }
