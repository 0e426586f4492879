import type { KindFacts, Sign } from '#main/insight/kinds/kind-of.ts'
import { statesBothAmounts } from '#main/insight/kinds/pair-trade.ts'
import type { Decimal } from '#shared/decimal.ts'
import type { RowsAlike } from '#shared/model/transaction/kind-choice.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { splitAmount, type AmountParts } from '../rows/amount.ts'

/** The signs on which the kind of a row depends. */
export interface Signs {
  readonly moneySign: Sign
  readonly quantitySign: Sign
}

/** The facts of a row, without data about its instrument. */
export type RowFacts = Omit<KindFacts, 'instrumentType' | 'nearEvents'>

const signOfText = (text: Decimal): Sign => (text.startsWith('-') ? -1 : /[1-9]/.test(text) ? 1 : 0)

/** The sign of an amount; 0 without money. */
export const moneySignOf = (parts: AmountParts | null): Sign =>
  parts === null ? 0 : parts.units < 0n || parts.nanos < 0 ? -1 : parts.units > 0n || parts.nanos > 0 ? 1 : 0

/** The sign of the pieces that moved. A size is positive for both sides: only a negative size shows the side. */
export function quantitySignOf({ changeQuantity, trade }: Pick<Transaction, 'changeQuantity' | 'trade'>): Sign {
  const moved = changeQuantity === null ? 0 : signOfText(changeQuantity)
  if (moved !== 0 || trade === null || trade.size === null) return moved
  return signOfText(trade.size) < 0 ? -1 : 0
}

/** The values that similar rows share. The type of the instrument is empty if not known. */
export function rowsAlike(row: Transaction, instrumentType: string | null): RowsAlike {
  const parts = row.change === null ? null : splitAmount(row.change.amount)
  const signs = { moneySign: moneySignOf(parts), quantitySign: quantitySignOf(row) }
  const { category, name, trade } = row
  return { category, name, instrumentType: instrumentType ?? '', hasTrade: trade !== null, ...signs }
}

/** The facts that a row itself contains about its kind. */
export function factsOfRow(row: Transaction, signs: Signs): RowFacts {
  const { category, name, symbol, trade } = row
  return { category, name, symbol, hasTrade: trade !== null, hasBothAmounts: statesBothAmounts(row), ...signs }
}
