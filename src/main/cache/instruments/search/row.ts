import type { Instrument } from '../../../../shared/model/instrument.ts'
import { flag, text, type Row } from '../../../sqlite/row.ts'

/** The columns of an instrument, in the order of the model. */
export const instrumentColumns = 'symbol, id, ticker, mic, isin, type, name, is_archived'

/** Reads a row of `instrumentColumns`. */
export const readInstrument = (row: Row): Instrument => ({
  symbol: text(row, 'symbol'),
  id: text(row, 'id'),
  ticker: text(row, 'ticker'),
  mic: text(row, 'mic'),
  isin: text(row, 'isin'),
  type: text(row, 'type'),
  name: text(row, 'name'),
  isArchived: flag(row, 'is_archived'),
})
