import type { InstrumentPart } from '#shared/model/instrument-view.ts'

const traded = ['details', 'params', 'schedule', 'book', 'trades'] as const satisfies readonly InstrumentPart[]
const all: readonly InstrumentPart[] = [...traded, 'options', 'constituents', 'dividends', 'bond-events', 'splits']

/** The parts of each instrument type. An index is not traded: it has no order book and no margins. */
const byType: Readonly<Record<string, readonly InstrumentPart[]>> = {
  EQUITIES: [...traded, 'options', 'dividends', 'splits'],
  FUNDS: [...traded, 'options', 'dividends', 'splits'],
  BONDS: [...traded, 'bond-events'],
  FUTURES: [...traded, 'options'],
  OPTIONS: traded,
  CURRENCIES: traded,
  SPREADS: traded,
  SWAPS: traded,
  INDICES: ['details', 'schedule', 'constituents'],
}

/**
 * Returns the parts of an instrument's screen in the order of the screen. `type` is the instrument type as the service
 * sends it. OTHER, an unknown type and `null` give all parts.
 */
export const partsOfType = (type: string | null): readonly InstrumentPart[] =>
  (type !== null && Object.hasOwn(byType, type) ? byType[type] : undefined) ?? all

/** The parts to read before the type is known: nearly every instrument has them. */
export const partsOfAnyType: readonly InstrumentPart[] = ['details', 'schedule']
