import { sign } from './decimal.ts'
import type { Money } from './model/values.ts'

/** Whether money of unknown currency (`''`) is among these amounts: no other sum includes it. Zero is no money. */
export const hasUnknownCurrency = (amounts: readonly Money[]): boolean =>
  amounts.some(({ amount, currency }) => currency === '' && sign(amount) !== 0)
