import type { Decimal } from '../../shared/decimal.ts'
import type { OptionFigures, Quote } from '../../shared/model/market.ts'

/** A figure with its name; `note` says what it is of. */
export interface Figure {
  readonly title: string
  readonly value: Decimal | null
  readonly note?: string
}

/** What was traded. Open interest is only of derivatives: where it is not sent it is left out, not unknown. */
export const sizeFigures = (quote: Quote): readonly Figure[] => [
  { title: 'Last size', value: quote.lastSize },
  { title: 'Volume', value: quote.volume, note: 'Pieces traded in this session' },
  { title: 'Turnover', value: quote.turnover, note: 'Money traded in this session' },
  ...(quote.openInterest === null || quote.option !== null
    ? []
    : [{ title: 'Open interest', value: quote.openInterest }]),
]

/** An option's own figures, as the service states them. */
export const greekFigures = (option: OptionFigures): readonly Figure[] => [
  { title: 'Implied volatility', value: option.impliedVolatility, note: 'As sent; in percent a year by custom' },
  { title: 'Theoretical', value: option.theoreticalPrice },
  { title: 'Delta', value: option.delta },
  { title: 'Gamma', value: option.gamma },
  { title: 'Theta', value: option.theta },
  { title: 'Vega', value: option.vega },
  { title: 'Rho', value: option.rho },
  { title: 'Open interest', value: option.openInterest },
]
