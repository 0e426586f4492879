import { z } from 'zod'
import type { Quota } from '../../../shared/model/usage.ts'
import { decodeWhole } from './decode.ts'
import { text } from './fields.ts'
import { readInstant } from './read.ts'

// Quotas are for display only: their text form is not documented, so an unreadable one is unknown.
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
