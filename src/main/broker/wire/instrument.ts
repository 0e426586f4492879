import { z } from 'zod'
import { readCurrency } from '#shared/currency-code.ts'
import type { Constituent, Instrument, InstrumentDetails } from '#shared/model/instrument.ts'
import { pack, type Packed } from '../../threads/packed-rows.ts'
import { moscowDate } from './dates.ts'
import { decodeRows, decodeWhole, type Rows } from './decode.ts'
import {
  date,
  decimal,
  decimalText,
  faceValue,
  flag,
  instant,
  integer,
  key,
  named,
  optionalId,
  optionalKey,
  statedText,
  text,
} from './fields.ts'
import { noteNotStated, noteUnreadable } from './observed.ts'

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
    type: named('assetType'),
    name: text,
    is_archived: flag,
  })
  .transform(({ is_archived, ...raw }) => ({ ...raw, isArchived: is_archived }))

const constituent: z.ZodType<Constituent> = z
  .object({ symbol: optionalKey, name: text, sector: text, sub_sector: text, cik: optionalId })
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
  ticker: optionalKey,
  mic: optionalKey,
  isin: text,
  type: named('assetType'),
  name: text,
  decimals: integer,
  min_step: decimalText,
  lot_size: decimal,
  expiration_date: date,
  quote_currency: statedText,
  future_details: z.object({ contract_size: decimal, expiration_date: instant }).nullish(),
  option_details: z.object({ contract_size: decimal, strike: decimal, expiration_date: instant }).nullish(),
  bond_details: z
    .object({ bond_face_value: faceValue('bond_details.bond_face_value'), currency: statedText })
    .nullish(),
})

/**
 * `GET /v1/assets/{symbol}`. The response has no symbol: it is `ticker@mic`. An option or a future states its expiry as
 * the instant at which its day begins in Moscow, else as a date. The currency of a bond's money is "%" where only the price
 * is meant: then it is the quote currency.
 */
export function decodeInstrumentDetails(json: unknown, requested: { readonly symbol: string }): InstrumentDetails {
  const raw = decodeWhole(details, json)
  const symbol = `${raw.ticker}@${raw.mic}`
  const contract = raw.future_details ?? raw.option_details
  const contractSize = contract?.contract_size ?? null
  const expiresAt = contract?.expiration_date ?? null
  const quoteCurrency = currencyOf('quote_currency', raw.quote_currency, []) || null
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
    // A contract is one lot of the exchange; the service may send its size in units of the underlying instead.
    lotSize: contract != null && raw.lot_size !== '1' && raw.lot_size === contractSize ? null : raw.lot_size,
    expirationDate: (expiresAt === null ? null : moscowDate(expiresAt)) ?? raw.expiration_date,
    quoteCurrency,
    contractSize,
    strike: raw.option_details?.strike ?? null,
    ...bondTerms(raw, quoteCurrency),
  }
}

function bondTerms(
  { bond_details: bond }: z.output<typeof details>,
  quoteCurrency: string | null,
): Pick<InstrumentDetails, 'faceValue' | 'faceCurrency'> {
  const stated = bond?.currency ?? null
  const isPercent = stated?.trim() === '%'
  return {
    faceValue: bond?.bond_face_value ?? null,
    faceCurrency: isPercent ? quoteCurrency : currencyOf('bond_details.currency', stated, [quoteCurrency]),
  }
}

/** A currency as one code; `null` if it is not stated, empty if it cannot be read. */
function currencyOf(path: string, stated: string | null, ofInstrument: readonly (string | null)[]): string | null {
  if (stated === null) return null
  const code = readCurrency(stated, ofInstrument)
  if (code === null) noteUnreadable(path)
  return code ?? ''
}
