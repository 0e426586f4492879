import { z } from 'zod'
import { cleanName } from '#shared/clean-text.ts'
import { isSharedSign, readCurrency } from '#shared/currency-code.ts'
import { sign, type Decimal } from '#shared/decimal.ts'
import type { Instant } from '#shared/model/values.ts'
import type { EnumerationName } from '#shared/text/service/known-values.ts'
import { readDate, readInstant } from './dates.ts'
import { readDecimal } from './decode.ts'
import { seen } from './enumerations.ts'
import { isNoMoney, readMoney } from './money.ts'
import { noteUnreadable } from './observed.ts'
import { visibleKey } from './visible-key.ts'

// The field types of the service's contract. The service sends empty text, zeros, `false` and `[]`, and omits unset
// messages. So a missing figure is unknown (`null`), but a missing flag or count has its default.

/** The reason why a present field cannot be read. It never contains the value. */
const unreadable = {
  decimal: 'not a decimal number',
  money: 'not an amount of money',
  instant: 'not a timestamp',
  date: 'not a calendar date',
  integer: 'not a whole number',
  missing: 'missing',
} as const

/** Reports a field as unreadable; `path` leads from the schema to the field. */
export function refuse(ctx: z.RefinementCtx, what: keyof typeof unreadable, ...path: string[]): never {
  ctx.addIssue({ code: 'custom', message: unreadable[what], path })
  return z.NEVER
}

/** A longer text is no name, and would fill every screen. */
const maxText = 2_000

/** Text of the service for people, as `cleanName`, and cut; empty if absent. Symbols and ids are keys. */
export const textOf = (value: string | null | undefined): string =>
  cleanName(
    value === null || value === undefined || value.length <= maxText ? (value ?? '') : `${value.slice(0, maxText)}…`,
  )

/** Text; empty if absent. */
export const text = z.string().nullish().transform(textOf)
/** A value of an enumeration as sent, because the service may add values; empty if absent. */
export const named = (enumeration: EnumerationName) =>
  z
    .string()
    .nullish()
    .transform((value) => seen(enumeration, textOf(value)))
/** Text for which empty means "not stated" (`null`). */
export const statedText = z
  .string()
  .nullish()
  .transform((value) => textOf(value) || null)
/**
 * The currency of a corporate event: a code, or as sent a sign of several currencies or "%", because the reference data of
 * the instrument decide what these mean (`readBondEvents`); empty if it is not stated or cannot be read.
 */
export const eventCurrency = text.transform((raw) => {
  const short = raw.trim()
  if (short === '' || short === '%' || isSharedSign(short)) return short
  const code = readCurrency(short)
  if (code === null) noteUnreadable('currency')
  return code ?? ''
})
const maxKey = 128
/** A symbol or the id of an account, as `visibleKey`: never empty. */
export const key = z.string().min(1).transform(visibleKey).pipe(z.string().max(maxKey))

/** A symbol that may be absent, as in an order of legs. */
export const optionalKey = z
  .string()
  .nullish()
  .transform((value) => visibleKey(value ?? ''))
  .pipe(z.string().max(maxKey))

/** An id as sent: text, or a number within the exact integers. */
export const rawId = z.union([z.string().min(1).max(maxKey), z.int()])
/** An id as `visibleKey`, always as text: it may be larger than 2^53. */
export const id = rawId.transform((value) => visibleKey(String(value)))
/** An id that may be absent or empty. */
export const optionalId = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((value) => visibleKey(String(value ?? '')))

/** A flag; absent is false. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
/** A whole number; absent is 0, as the service sends zeros. */
export const count = z
  .int()
  .nullish()
  .transform((value) => value ?? 0)
/** A whole number, or null. */
export const integer = z
  .int()
  .nullish()
  .transform((value) => value ?? null)

/** A Decimal message as sent. */
export const rawDecimal = z.object({ value: z.string().nullish() }).nullish()

/** A Decimal message; `null` if it is absent, `{}` or empty text. */
export const decimal = rawDecimal.transform((raw, ctx): Decimal | null => {
  const value = readDecimal(raw?.value ?? '')
  return value === undefined ? refuse(ctx, 'decimal', 'value') : value
})
/**
 * A face value. One that is not positive is unknown, so that no figure follows from it, and noted. `mayBeZero`: it is that of
 * today, so 0 says that the bond is redeemed.
 */
export const faceValue = (path: string, { mayBeZero = false } = {}) =>
  decimal.transform((value) => {
    if (value === null || sign(value) > 0) return value
    if (sign(value) < 0 || !mayBeZero) noteUnreadable(path)
    return null
  })
/** A Decimal message for which 0 means "no value" (`null`). */
export const price = decimal.transform((value) => (value === '0' ? null : value))
/** A 64-bit integer, which is sent as text. */
export const decimalText = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((raw, ctx): Decimal | null => {
    const value = readDecimal(String(raw ?? ''))
    return value === undefined ? refuse(ctx, 'decimal') : value
  })

/** Money as sent. */
export const rawMoney = z
  .object({
    currency_code: z.string().nullish(),
    units: z.union([z.string(), z.int()]).nullish(),
    nanos: z.int().nullish(),
  })
  .nullish()

const anyMoney = rawMoney.transform((raw, ctx) => {
  const value = readMoney(raw)
  return value === undefined ? refuse(ctx, 'money') : value
})
/** Money; `null` when no figure is stated. */
export const money = anyMoney.transform((value) => (value === null || isNoMoney(value) ? null : value))
/** A list of money, each with a stated figure: a cash row without one is not 0. */
export const listOfMoney = z
  .array(anyMoney.transform((value, ctx) => value ?? refuse(ctx, 'missing')))
  .transform((list) => list.filter((value) => !isNoMoney(value)))

/** A timestamp as UTC ms, or `null`. */
export const instant = z
  .string()
  .nullish()
  .transform((raw, ctx): Instant | null => {
    const value = readInstant(raw ?? '')
    return value === undefined ? refuse(ctx, 'instant') : value
  })
/** A timestamp as UTC ms with its text, which may have microseconds. */
export const moment = z
  .string()
  .nullish()
  .transform((raw, ctx): { readonly at: Instant | null; readonly text: string | null } => {
    const at = readInstant(raw ?? '')
    return at === undefined ? refuse(ctx, 'instant') : { at, text: raw || null }
  })
/** A timestamp that must be stated. */
export const statedInstant = instant.transform((value, ctx) => value ?? refuse(ctx, 'missing'))

/** A Date message with the parts that are stated, or `null`. */
export const date = z
  .object({ year: z.int().nullish(), month: z.int().nullish(), day: z.int().nullish() })
  .nullish()
  .transform((raw, ctx) => {
    const value = readDate(raw)
    return value === undefined ? refuse(ctx, 'date') : value
  })
