import { z } from 'zod'
import type { SessionDetails } from '#shared/model/app/connection.ts'
import type { Quota } from '#shared/model/app/usage.ts'
import { readInstant } from './dates.ts'
import { decodeWhole } from './decode.ts'
import { count, flag, instant, key, named, text } from './fields.ts'

// A token is sent in a header, where only visible ASCII is safe.
const openedSession = z.object({
  token: z
    .string()
    .max(16_384)
    .regex(/^[\x21-\x7e]+$/, 'not a token'),
})

/** `POST /v1/sessions`: only the token. */
export const decodeToken = (json: unknown): { readonly token: string } => decodeWhole(openedSession, json)

const permission = z
  .object({
    quote_level: named('quoteLevel'),
    delay_minutes: count,
    mic: text,
    country: text,
    continent: text,
    worldwide: flag,
  })
  .transform((raw) => ({
    quoteLevel: raw.quote_level,
    delayMinutes: raw.delay_minutes,
    mic: raw.mic,
    country: raw.country,
    continent: raw.continent,
    isWorldwide: raw.worldwide,
  }))

const sessionDetails: z.ZodType<SessionDetails> = z
  .object({
    created_at: instant,
    expires_at: instant,
    md_permissions: z.array(permission).nullish(),
    account_ids: z.array(key),
    readonly: flag,
  })
  .transform((raw) => ({
    createdAt: raw.created_at,
    expiresAt: raw.expires_at,
    permissions: raw.md_permissions ?? [],
    accountIds: raw.account_ids,
    isReadOnly: raw.readonly,
  }))

/** `POST /v1/sessions/details`. */
export const decodeSessionDetails = (json: unknown): SessionDetails => decodeWhole(sessionDetails, json)

// Quotas are only displayed. Their text form is not documented, so an unreadable quota is unknown.
const wholeNumber = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((raw) => {
    const value = /^-?\d{1,16}$/.test(String(raw ?? '')) ? Number(raw) : null
    return Number.isSafeInteger(value) ? value : null
  })
const reset = z
  .string()
  .nullish()
  .transform((raw) => readInstant(raw ?? '') ?? null)

const quota = z
  .object({ name: text, limit: wholeNumber, remaining: wholeNumber, reset_time: reset })
  .transform((raw): Quota => ({ name: raw.name, limit: raw.limit, remaining: raw.remaining, resetAt: raw.reset_time }))
const usage = z.object({ quotas: z.array(quota) })

/** `GET /v1/usage`. */
export const decodeUsage = (json: unknown): { readonly quotas: readonly Quota[] } => decodeWhole(usage, json)
