import type { Client } from '#shared/client.ts'
import { dayPercent } from '#shared/day-percent.ts'
import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import type { Settings, TrayFigure } from '#shared/model/app/settings.ts'
import type { ConvertedSum, EquityCurrency } from '#shared/model/currency.ts'
import type { Overview, PartialSum } from '#shared/model/portfolio.ts'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import { unknownText, type Format } from '#shared/text/format.ts'

/** The data that the tray shows. */
export interface TrayReading {
  readonly settings: Settings
  readonly connection: ConnectionState
  readonly overview: Overview
  /** The quotes of the chosen symbols, in their order. */
  readonly quotes: readonly QuoteRow[]
}

/** Reads the tray's data through the contract, as a window does. */
export async function readTray(client: Client): Promise<TrayReading> {
  const settings = await client.call('settings.read')
  const [connection, overview, quotes] = await Promise.all([
    client.call('connection.read'),
    client.call('overview.read', { accountId: null }),
    client.call('quotes.list', { symbols: settings.tray.symbols }),
  ])
  return { settings, connection, overview, quotes }
}

const hidden = '•••'

/** The figures that "alternating" shows one after another. */
const alternating = ['total', 'day-profit', 'day-percent', 'top-mover'] as const

/** One sum per currency, with the number of accounts that are not included. */
function sumWords({ amounts, missing }: PartialSum, format: Format, isPrivate: boolean): string {
  if (isPrivate) return hidden
  const words = amounts.map(({ amount, currency }) => format.amount(amount, { currency, signed: true })).join(', ')
  if (words === '') return missing.length === 0 ? unknownText : m.desktop_unknown_yet()
  return missing.length === 0 ? words : m.desktop_words_count_not_included({ words, count: missing.length })
}

/** A converted sum, with the number of amounts that are not included. */
function convertedWords(sum: ConvertedSum, format: Format, isPrivate: boolean, signed = false): string {
  if (isPrivate && sum.amount !== null) return hidden
  const words = format.amount(sum.amount, { currency: sum.currency, signed })
  const left = sum.notConverted.length + sum.missing.length
  return left === 0 ? words : m.desktop_words_left_not_included({ words, left })
}

/** The day's profit: in the base currency, or by currency. */
export const dayWords = ({ overview, settings }: TrayReading, format: Format): string =>
  overview.day === null
    ? sumWords(overview.dailyPnl, format, settings.hideAmounts)
    : convertedWords(overview.day, format, settings.hideAmounts, true)

/** A quote as one line: ticker, price and change. */
export function quoteWords({ symbol, quote, priceDecimals, changePercent, problem }: QuoteRow, format: Format): string {
  const ticker = symbol.slice(0, symbol.lastIndexOf('@')) || symbol
  const price = format.price(quote?.last ?? null, priceDecimals)
  const change = changePercent === null ? '' : `  ${format.percent(changePercent, 2, { signed: true })}`
  return `${ticker}  ${price}${change}${problem === null ? '' : m.desktop_not_updated()}`
}

const chosenAccount = ({ overview, settings }: TrayReading) =>
  overview.accounts.find(({ id }) => id === settings.tray.accountId)

type ShownFigure = Exclude<TrayFigure, 'alternating'>

/** The figure that is shown in place of a chosen one. `sequence` counts up and selects the alternating figure. */
export function figureAt(figure: TrayFigure, reading: TrayReading, sequence: number): ShownFigure {
  if (figure === 'alternating') return alternating[sequence % alternating.length] ?? 'total'
  return figure === 'account' && chosenAccount(reading) === undefined ? 'total' : figure
}

/** The name of a figure whose words do not contain it; empty otherwise. */
export const figureName = (figure: ShownFigure, reading: TrayReading): string =>
  figure === 'unrealized' ? m.performance_unrealized() : figure === 'account' ? (chosenAccount(reading)?.id ?? '') : ''

/** Formats a figure. */
export function figureWords(figure: ShownFigure, reading: TrayReading, format: Format): string {
  const { overview, settings, quotes } = reading
  const { hideAmounts } = settings
  const amount = (value: Decimal | null, known: EquityCurrency | null, signed = false): string =>
    hideAmounts && value !== null ? hidden : format.amount(value, { currency: known?.currency, signed })
  switch (figure) {
    case 'total':
      return overview.total === null
        ? amount(overview.equity, overview.equityCurrency)
        : convertedWords(overview.total, format, hideAmounts)
    case 'day-profit':
      return dayWords(reading, format)
    case 'day-percent':
      return format.percent(dayPercent(overview), 2, { signed: true })
    case 'unrealized':
      return overview.unrealized === null
        ? amount(overview.unrealizedProfit, overview.equityCurrency, true)
        : convertedWords(overview.unrealized, format, hideAmounts, true)
    case 'account': {
      const account = chosenAccount(reading)
      return amount(account?.equity ?? null, account?.equityCurrency ?? null)
    }
    case 'symbol':
      return quotes[0] === undefined ? unknownText : quoteWords(quotes[0], format)
    case 'top-mover': {
      const [mover] = overview.movers ?? []
      return mover === undefined
        ? unknownText
        : `${mover.symbol.split('@')[0]} ${format.percent(mover.changePercent, 2, { signed: true })}`
    }
    case 'icon-only':
      return ''
  }
}
