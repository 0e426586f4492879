import { sign, toNumber, type Decimal } from '../../../shared/decimal.ts'

/** A period between two known values. `begin` includes the flow at its start. */
export interface ReturnWindow {
  readonly begin: Decimal
  readonly end: Decimal
}

/**
 * The time-weighted return of linked windows, as a share (0.1 is 10 %). `null` without a window, and where a window begins
 * with nothing: there a return has no meaning.
 */
export function linkReturns(windows: readonly ReturnWindow[]): number | null {
  if (windows.length === 0 || windows.some(({ begin }) => sign(begin) === 0)) return null
  return windows.reduce((growth, { begin, end }) => growth * (toNumber(end) / toNumber(begin)), 1) - 1
}
