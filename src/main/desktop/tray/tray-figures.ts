import { divide, multiply, sign, subtract, type Decimal } from '../../../shared/decimal.ts'
import { unknownText, type Format } from '../../../shared/text/format.ts'
import type { PartialSum } from '../../../shared/model/portfolio.ts'
import type { TrayFigure } from '../../../shared/model/settings.ts'
import type { QuoteRow } from '../../../shared/model/watchlist.ts'
import type { TrayReading } from './tray-reading.ts'

const hidden = '•••'
const hundred = '100' as Decimal

/** The figures between which "alternating" rotates. */
const alternating = ['total', 'day-profit', 'day-percent', 'top-mover'] as const

/** One sum per currency, with the number of accounts not included. */
export function sumWords({ amounts, missing }: PartialSum, format: Format, isPrivate: boolean): string {
  if (isPrivate) return hidden
  const words = amounts.map(({ amount, currency }) => format.amount(amount, { currency, signed: true })).join(', ')
  if (words === '') return missing.length === 0 ? unknownText : 'unknown yet'
  return missing.length === 0 ? words : `${words} (${missing.length} not included)`
}

/** A quote as one line: ticker, price and change. */
export function quoteWords({ symbol, quote, priceDecimals, changePercent, problem }: QuoteRow, format: Format): string {
  const ticker = symbol.slice(0, symbol.lastIndexOf('@')) || symbol
  const price = format.price(quote?.last ?? null, priceDecimals)
  const change = changePercent === null ? '' : `  ${format.percent(changePercent, 2, { signed: true })}`
  return `${ticker}  ${price}${change}${problem === null ? '' : '  (not updated)'}`
}

/**
 * The day's profit in percent of the equity before it. Only when the profit is one complete sum in the currency that the
 * user chose for the accounts: amounts in different currencies are never added.
 */
export function dayPercent({ overview, settings }: TrayReading): Decimal | null {
  const { equity, dailyPnl } = overview
  const [sole, ...further] = dailyPnl.amounts
  if (equity === null || sole === undefined || further.length > 0 || dailyPnl.missing.length > 0) return null
  if (sole.currency !== (settings.accountCurrency ?? '')) return null
  const before = subtract(equity, sole.amount)
  return sign(before) > 0 ? divide(multiply(sole.amount, hundred), before, 6) : null
}

/** The direction of the day: up or down when all sums have the same sign, otherwise null. */
export function dayDirection({ overview }: TrayReading): 'up' | 'down' | null {
  const signs = new Set(overview.dailyPnl.amounts.map(({ amount }) => sign(amount)).filter((value) => value !== 0))
  return signs.size !== 1 ? null : signs.has(1) ? 'up' : 'down'
}

/** Formats the chosen figure. `sequence` counts up and selects the alternating figure. */
export function figureWords(figure: TrayFigure, reading: TrayReading, format: Format, sequence: number): string {
  const { overview, settings, quotes } = reading
  const { hideAmounts, accountCurrency: currency, tray } = settings
  const amount = (value: Decimal | null, signed = false): string =>
    hideAmounts && value !== null ? hidden : format.amount(value, { currency, signed })
  switch (figure) {
    case 'total':
      return amount(overview.equity)
    case 'day-profit':
      return sumWords(overview.dailyPnl, format, hideAmounts)
    case 'day-percent':
      return format.percent(dayPercent(reading), 2, { signed: true })
    case 'unrealized':
      return amount(overview.unrealizedProfit, true)
    case 'account': {
      const account = overview.accounts.find(({ id }) => id === tray.accountId)
      return account === undefined ? amount(overview.equity) : amount(account.equity)
    }
    case 'symbol':
      return quotes[0] === undefined ? unknownText : quoteWords(quotes[0], format)
    case 'top-mover': {
      const [mover] = overview.movers ?? []
      return mover === undefined
        ? unknownText
        : `${mover.symbol.split('@')[0]} ${format.percent(mover.changePercent, 2, { signed: true })}`
    }
    case 'alternating':
      return figureWords(alternating[sequence % alternating.length] ?? 'total', reading, format, sequence)
    case 'icon-only':
      return ''
  }
}
