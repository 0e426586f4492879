import { divide, multiply, sign, subtract, type Decimal } from '../../../shared/decimal.ts'
import { unknownText, type Format } from '../../../shared/format.ts'
import type { PartialSum } from '../../../shared/model/portfolio.ts'
import type { TrayFigure } from '../../../shared/model/settings.ts'
import type { QuoteRow } from '../../../shared/model/watchlist.ts'
import type { TrayReading } from './tray-reading.ts'

const hidden = '•••'
const hundred = '100' as Decimal

/** The figures that take turns. */
const alternating = ['total', 'day-profit', 'day-percent', 'top-mover'] as const

/** Sums by currency, one after another; a sum with parts missing says so. */
export function sumWords({ amounts, missing }: PartialSum, format: Format, isPrivate: boolean): string {
  if (isPrivate) return hidden
  const words = amounts.map(({ amount, currency }) => format.amount(amount, { currency, signed: true })).join(', ')
  if (words === '') return missing.length === 0 ? unknownText : 'not known yet'
  return missing.length === 0 ? words : `${words} (${missing.length} not known)`
}

/** A quote in a line: its symbol, its price, its change. */
export function quoteWords({ symbol, quote, priceDecimals, changePercent, problem }: QuoteRow, format: Format): string {
  const ticker = symbol.slice(0, symbol.lastIndexOf('@')) || symbol
  const price = format.price(quote?.last ?? null, priceDecimals)
  const change = changePercent === null ? '' : `  ${format.percent(changePercent, 2, { signed: true })}`
  return `${ticker}  ${price}${change}${problem === null ? '' : '  (not refreshed)'}`
}

/**
 * The day's profit against what the accounts were worth before it, in percent. Only where it is one whole sum in the
 * currency that the person says the accounts are stated in: nothing is added across currencies.
 */
export function dayPercent({ overview, settings }: TrayReading): Decimal | null {
  const { equity, dailyPnl } = overview
  const [only, ...others] = dailyPnl.amounts
  if (equity === null || only === undefined || others.length > 0 || dailyPnl.missing.length > 0) return null
  if (only.currency !== (settings.accountCurrency ?? '')) return null
  const before = subtract(equity, only.amount)
  return sign(before) > 0 ? divide(multiply(only.amount, hundred), before, 6) : null
}

/** Which way the day goes: up or down where all its sums agree, else neither. */
export function dayDirection({ overview }: TrayReading): 'up' | 'down' | null {
  const signs = new Set(overview.dailyPnl.amounts.map(({ amount }) => sign(amount)).filter((one) => one !== 0))
  return signs.size !== 1 ? null : signs.has(1) ? 'up' : 'down'
}

/** The chosen figure in words. `turn` counts up where figures take turns. */
export function figureWords(figure: TrayFigure, reading: TrayReading, format: Format, turn: number): string {
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
      const [mover] = overview.movers
      return mover === undefined
        ? unknownText
        : `${mover.symbol.split('@')[0]} ${format.percent(mover.changePercent, 2, { signed: true })}`
    }
    case 'alternating':
      return figureWords(alternating[turn % alternating.length] ?? 'total', reading, format, turn)
    case 'icon-only':
      return ''
  }
}
