import type { z } from 'zod'
import { isArchived } from '../../catalog/catalog.ts'
import type { Instrument } from '../../catalog/instrument.ts'
import { dayOf, type Day } from '../../values/day.ts'
import { Refusal, type Call } from './route.ts'

/** Checks an account id. Throws Refusal 400 for a malformed one, 404 for one that the token does not have. */
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

/** The instrument of a symbol. Throws Refusal with `unknownStatus` when the demo does not have it. */
export function instrumentOf({ world }: Call, symbol: string, unknownStatus: 400 | 404): Instrument {
  const instrument = world.market.catalog.find(checkSymbol(symbol))
  if (instrument === undefined) throw new Refusal(unknownStatus, 'Instrument not found')
  return instrument
}

export const isArchivedNow = ({ world }: Call, instrument: Instrument): boolean =>
  isArchived(instrument, world.clock.now())

/** An integer parameter of the query; null when absent or empty. */
export function integerOf({ query }: Call, name: string, min = 0): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  if (!/^-?\d{1,15}$/.test(text) || Number(text) < min) throw new Refusal(400, `${name} is not valid`)
  return Number(text)
}

export function booleanOf({ query }: Call, name: string): boolean {
  const text = query.get(name)
  if (text !== null && text !== 'true' && text !== 'false' && text !== '')
    throw new Refusal(400, `${name} is not valid`)
  return text === 'true'
}

/** A date in three query parameters; null when all are absent. An absent month or day counts as 1. */
export const dateOf = (call: Call, name: string): Day | null => periodOf(call, name)?.from ?? null

/** The days that three query parameters name: one day, a whole month or a whole year; null when all are absent. */
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

/** UTC ms of RFC 3339 text. Throws Refusal 400. */
export function instantOf(text: string, name: string): number {
  const at = timestamp.test(text) ? Date.parse(text.replace(/(\.\d{3})\d+/, '$1')) : NaN
  if (Number.isNaN(at)) throw new Refusal(400, `${name} is not a valid timestamp`)
  return at
}

/** Parses the JSON body. Throws Refusal 400. */
export function bodyOf<T>({ body }: Call, schema: z.ZodType<T>): T {
  const result = schema.safeParse(body)
  if (!result.success) throw new Refusal(400, 'The body is not valid')
  return result.data
}
