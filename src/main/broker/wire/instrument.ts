import { z } from 'zod'
import type { Constituent, Instrument, InstrumentDetails } from '../../../shared/model/instrument.ts'
import { pack, type Packed } from '../../threads/packed-rows.ts'
import { decodeRows, decodeWhole, type Rows } from './decode.ts'
import { noteNotStated } from './observed.ts'
import { date, decimal, decimalText, flag, integer, key, named, optionalId, statedText, text } from './fields.ts'

/** A page of a list that is read by cursor. */
interface CursorPage<T> extends Rows<T> {
  /** Where the next page starts; null at the end. */
  readonly nextCursor: string | null
}

const instrument: z.ZodType<Instrument> = z
  .object({
    symbol: key,
    id: optionalId,
    ticker: text,
    mic: text,
    isin: text,
    type: named('instrument-type'),
    name: text,
    is_archived: flag,
  })
  .transform(({ is_archived, ...raw }) => ({ ...raw, isArchived: is_archived }))

const constituent: z.ZodType<Constituent> = z
  .object({ symbol: text, name: text, sector: text, sub_sector: text, cik: optionalId })
  .transform(({ sub_sector, ...raw }) => ({ ...raw, subSector: sub_sector }))

// An absent cursor, an empty one or 0 marks the end.
const cursor = z.object({
  next_cursor: optionalId.transform((value) => (value === '' || value === '0' ? null : value)),
})

const decodePage = <T>(json: unknown, name: string, row: z.ZodType<T>): CursorPage<T> => ({
  ...decodeRows(json, name, row),
  nextCursor: decodeWhole(cursor, json).next_cursor,
})

/** `GET /v1/assets`: the whole list at once. */
export const decodeInstruments = (json: unknown): Rows<Instrument> => decodeRows(json, 'assets', instrument)
/** A page of all instruments: thousands of rows, packed because only the cache reads them. */
export interface InstrumentPage extends Pick<CursorPage<Instrument>, 'malformed' | 'nextCursor'> {
  readonly content: Packed<Instrument>
}

/** `GET /v1/assets/all`. */
export function decodeInstrumentPage(json: unknown): InstrumentPage {
  const { rows, ...page } = decodePage(json, 'assets', instrument)
  return { content: pack(rows), ...page }
}
/** `GET /v1/assets/{symbol}/constituents`. */
export const decodeConstituents = (json: unknown): CursorPage<Constituent> =>
  decodePage(json, 'constituents', constituent)

const details = z.object({
  board: text,
  id: optionalId,
  ticker: text,
  mic: text,
  isin: text,
  type: named('instrument-type'),
  name: text,
  decimals: integer,
  min_step: decimalText,
  lot_size: decimal,
  expiration_date: date,
  quote_currency: statedText,
  future_details: z.object({ contract_size: decimal }).nullish(),
  option_details: z.object({ contract_size: decimal, strike: decimal }).nullish(),
  bond_details: z.object({ bond_face_value: decimal, currency: statedText }).nullish(),
})

/**
 * `GET /v1/assets/{symbol}`. The response has no symbol: it is `ticker@mic`. The expiry comes only from the Date field:
 * the timestamps in the details state no time zone, so their day is unknown.
 */
export function decodeInstrumentDetails(json: unknown, requested: { readonly symbol: string }): InstrumentDetails {
  const raw = decodeWhole(details, json)
  const symbol = `${raw.ticker}@${raw.mic}`
  noteNotStated({ type: raw.type, quote_currency: raw.quote_currency })
  if (raw.type === 'BONDS')
    noteNotStated({
      'bond_details.bond_face_value': raw.bond_details?.bond_face_value,
      expiration_date: raw.expiration_date,
    })
  return {
    symbol: raw.ticker === '' || raw.mic === '' || symbol.length > 128 ? requested.symbol : symbol,
    id: raw.id,
    ticker: raw.ticker,
    mic: raw.mic,
    isin: raw.isin,
    type: raw.type,
    name: raw.name,
    board: raw.board,
    decimals: raw.decimals,
    minStep: raw.min_step,
    lotSize: raw.lot_size,
    expirationDate: raw.expiration_date,
    quoteCurrency: raw.quote_currency,
    contractSize: raw.future_details?.contract_size ?? raw.option_details?.contract_size ?? null,
    strike: raw.option_details?.strike ?? null,
    faceValue: raw.bond_details?.bond_face_value ?? null,
    faceCurrency: raw.bond_details?.currency ?? null,
  }
}
