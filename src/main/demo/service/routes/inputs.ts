import type { z } from 'zod'
import { isArchived } from '../catalog.ts'
import { dayOf, type Day } from '../day.ts'
import { Refusal, type Call } from '../http.ts'
import type { Instrument } from '../instruments.ts'

/** The account that a call names, if the token may see it. */
export function accountOf({ world }: Call, accountId: string): string {
  if (!/^[\w:-]{1,64}$/.test(accountId)) throw new Refusal(400, 'Account id is malformed')
  if (!world.accounts.has(accountId)) throw new Refusal(404, 'Account not found in the token')
  return accountId
}

/** Checks the form `ticker@mic`. */
export function checkSymbol(symbol: string): string {
  const [ticker = '', mic = '', ...rest] = symbol.split('@')
  if (ticker === '' || rest.length > 0) throw new Refusal(400, 'Symbol must be ticker@mic')
  if (mic === '') throw new Refusal(400, 'Mic must not be empty')
  return symbol
}

/** The instrument of a symbol; `unknownStatus` answers for one that the demo does not have. */
export function instrumentOf({ world }: Call, symbol: string, unknownStatus: 400 | 404): Instrument {
  const instrument = world.market.catalog.find(checkSymbol(symbol))
  if (instrument === undefined) throw new Refusal(unknownStatus, 'Instrument not found')
  return instrument
}

export const isDead = ({ world }: Call, instrument: Instrument): boolean => isArchived(instrument, world.clock.now())

/** A whole number of the query; null when it is absent or empty. */
export function integerOf({ query }: Call, name: string, least = 0): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  if (!/^-?\d{1,15}$/.test(text) || Number(text) < least) throw new Refusal(400, `${name} is not valid`)
  return Number(text)
}

export function booleanOf({ query }: Call, name: string): boolean {
  const text = query.get(name)
  if (text !== null && text !== 'true' && text !== 'false' && text !== '')
    throw new Refusal(400, `${name} is not valid`)
  return text === 'true'
}

/** A date in three parts of the query; null when none of them is there. A part left out is the first. */
export const dateOf = (call: Call, name: string): Day | null => periodOf(call, name)?.from ?? null

/** The days of a date in three parts of the query: one, or all of the month or the year; null when no part is there. */
export function periodOf(call: Call, name: string): { readonly from: Day; readonly to: Day } | null {
  const year = integerOf(call, `${name}.year`)
  const month = integerOf(call, `${name}.month`)
  const day = integerOf(call, `${name}.day`)
  if (year === null && month === null && day === null) return null
  const isValid = year !== null && year >= 1 && year <= 9999 && (month ?? 1) <= 12 && (day ?? 1) <= 31
  if (!isValid) throw new Refusal(400, `${name} is not a valid date`)
  const from = dayOf(year, month || 1, day || 1)
  if (day) return { from, to: from }
  return { from, to: (month ? dayOf(year, month + 1, 1) : dayOf(year + 1, 1, 1)) - 1 }
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

/** Milliseconds of RFC 3339 text. */
export function instantOf(text: string, name: string): number {
  const at = timestamp.test(text) ? Date.parse(text.replace(/(\.\d{3})\d+/, '$1')) : NaN
  if (Number.isNaN(at)) throw new Refusal(400, `${name} is not a valid timestamp`)
  return at
}

/** Reads a JSON body by its schema. */
export function bodyOf<T>({ body }: Call, schema: z.ZodType<T>): T {
  const result = schema.safeParse(body)
  if (!result.success) throw new Refusal(400, 'The body is not valid')
  return result.data
}
