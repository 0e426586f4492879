import { sign } from './decimal.ts'
import type { Money } from './model/values.ts'

/**
 * The only one of these currencies; `null` if there are several or none. Money of unknown currency (`''`) is no second
 * currency.
 */
export function soleCurrency(currencies: Iterable<string>): string | null {
  const all = [...new Set(currencies)]
  const named = all.filter((code) => code !== '')
  const [only = null, ...more] = named.length > 0 ? named : all
  return more.length > 0 ? null : only
}

/** Whether money of unknown currency (`''`) is among these amounts: no other sum includes it. Zero is no money. */
export const hasUnknownCurrency = (amounts: readonly Money[]): boolean =>
  amounts.some(({ amount, currency }) => currency === '' && sign(amount) !== 0)
