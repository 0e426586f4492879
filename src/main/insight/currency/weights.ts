import { absolute, divide, sign, sum, toNumber, type Decimal } from '#shared/decimal.ts'
import type { PortfolioWhole, PositionRow } from '#shared/model/portfolio.ts'
import type { Money } from '#shared/model/values.ts'
import { convert, soleConversion, type Conversion } from './convert.ts'

type Valued = Pick<PositionRow, 'symbol' | 'value' | 'currency'>
interface Weighed<T> {
  readonly rows: (T & { readonly weight: number | null })[]
  readonly whole: Omit<PortfolioWhole, 'sessions'>
}

/**
 * Gives each position its weight (a fraction, 0 to 1) in the whole: the gross value of all positions and of all cash,
 * debts by their size, in the target currency. `cash` has one amount for each currency. Without a target, there is a
 * whole only if everything is in one currency. Parts without a value or a rate are not counted and are listed in
 * `leftOut`.
 */
export function weigh<T extends Valued>(rows: readonly T[], cash: readonly Money[], to: Conversion | null): Weighed<T> {
  const target = to ?? wholeConversion(rows, cash)
  if (target === null) {
    const unweighed = cash.map((money) => ({ ...money, inWhole: null, weight: null }))
    return {
      rows: rows.map((row) => ({ ...row, weight: null })),
      whole: { currency: null, gross: null, cash: unweighed, leftOut: { symbols: [], currencies: [] } },
    }
  }
  const values = rows.map(({ value, currency }) => convert(value, currency, target))
  const money = cash.map(({ amount, currency }) => ({ amount, currency, inWhole: convert(amount, currency, target) }))
  const known = [...values, ...money.map(({ inWhole }) => inWhole)].filter((value) => value !== null)
  const gross = known.length === 0 ? null : sum(known.map(absolute))
  return {
    rows: rows.map((row, index) => ({ ...row, weight: shareOf(values[index] ?? null, gross) })),
    whole: {
      currency: target.currency,
      gross,
      cash: money.map((part) => ({ ...part, weight: shareOf(part.inWhole, gross) })),
      leftOut: {
        symbols: [...new Set(rows.filter((_, index) => values[index] === null).map(({ symbol }) => symbol))],
        currencies: money.filter(({ inWhole }) => inWhole === null).map(({ currency }) => currency),
      },
    },
  }
}

function shareOf(value: Decimal | null, gross: Decimal | null): number | null {
  const share = value === null || gross === null ? null : divide(absolute(value), gross)
  return share === null ? null : toNumber(share)
}

/**
 * Returns the single currency of all values and all cash; `null` if there are several, or if the currency of cash is
 * not known.
 */
export function wholeConversion(rows: readonly Valued[], cash: readonly Money[]): Conversion | null {
  const money = cash.filter(({ amount }) => sign(amount) !== 0)
  if (money.some(({ currency }) => currency === '')) return null
  const held = rows.filter(({ value }) => value !== null)
  return soleConversion([...held, ...money].map(({ currency }) => currency))
}
