import { z } from 'zod'
import { parseBoundedJson } from '#shared/bounded-json.ts'
import type { EditBatch } from '../journal/shared/shared-record.ts'
import { valueKinds, type SharedValue } from '../journal/shared/shared-values.ts'

/** The content that one computer wrote in one check of the folder: its edits and its recorded values. */
export interface Batch extends EditBatch {
  readonly values: readonly SharedValue[]
}

/** Sixteen hexadecimal digits. */
export const ComputerId = z.string().regex(/^[0-9a-f]{16}$/)

const Instant = z.int().min(-8.64e15).max(8.64e15)
const Counter = z.int().min(1)
const Json = z.string().max(1_000_000)
const ItemText = z.string().min(1).max(4_000)

/** The first batch of a computer has all fields of all lists: 50,000 instruments at most, with three fields each. */
const maxEdits = 1_000_000

const WrittenBatch = z.object({
  counter: Counter,
  at: Instant,
  seen: z.record(ComputerId, z.int().min(0)),
  edits: z.array(z.tuple([ItemText, z.string().min(1).max(100), Json.nullable()])),
  values: z.array(
    z
      .tuple([z.enum(valueKinds), z.string().min(1).max(200), Instant, Instant, z.boolean(), Json])
      .refine(([, , at, until]) => until >= at),
  ),
})

/** The text that is sealed and written to a file. */
export function writeBatch({ counter, at, seen, edits, values }: Omit<Batch, 'computer'>): string {
  const written: z.infer<typeof WrittenBatch> = {
    counter,
    at,
    seen: { ...seen },
    edits: edits.map(({ item, field, value }) => [item, field, value]),
    values: values.map(({ kind, key, at: from, until, followsGap, value }) => [
      kind,
      key,
      from,
      until,
      followsGap,
      value,
    ]),
  }
  return JSON.stringify(written)
}

/** Null for a text that no version of this format has written. */
export function readBatch(computer: string, text: string): Batch | null {
  const parsed = WrittenBatch.safeParse(parse(text))
  if (!parsed.success) return null
  const { counter, at, seen } = parsed.data
  // A batch cannot list itself as known, and it contains each field once.
  if ((seen[computer] ?? 0) >= counter) return null
  const edits = parsed.data.edits.map(([item, field, value]) => ({ item, field, value }))
  if (new Set(edits.map(({ item, field }) => `${field} ${item}`)).size < edits.length) return null
  const values = parsed.data.values.map(([kind, key, from, until, followsGap, value]) => ({
    kind,
    key,
    at: from,
    until,
    followsGap,
    value,
  }))
  return { computer, counter, at, seen, edits, values }
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text, maxEdits)
  } catch {
    return undefined
  }
}
