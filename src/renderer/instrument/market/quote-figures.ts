import type { Decimal } from '../../../shared/decimal.ts'
import type { OptionFigures, Quote } from '../../../shared/model/market.ts'

/** A labelled figure; `note` explains it. */
export interface Figure {
  readonly title: string
  readonly value: Decimal | null
  readonly note?: string
}

/** Sizes and volumes. Only derivatives have open interest, so it is omitted (not "—") when it was not sent. */
export const sizeFigures = (quote: Quote): readonly Figure[] => [
  { title: 'Last size', value: quote.lastSize },
  { title: 'Volume', value: quote.volume, note: 'Pieces traded in this session' },
  { title: 'Turnover', value: quote.turnover, note: 'Money traded in this session' },
  ...(quote.openInterest === null || quote.option !== null
    ? []
    : [{ title: 'Open interest', value: quote.openInterest }]),
]

/** The figures of an option, as reported by the service. */
export const greekFigures = (option: OptionFigures): readonly Figure[] => [
  { title: 'Implied volatility', value: option.impliedVolatility, note: 'As reported; usually in percent per year' },
  { title: 'Theoretical price', value: option.theoreticalPrice },
  { title: 'Delta', value: option.delta },
  { title: 'Gamma', value: option.gamma },
  { title: 'Theta', value: option.theta },
  { title: 'Vega', value: option.vega },
  { title: 'Rho', value: option.rho },
  { title: 'Open interest', value: option.openInterest },
]
