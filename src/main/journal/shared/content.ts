import { z } from 'zod'
import { parseBoundedJson } from '#shared/bounded-json.ts'

/** The fields of an item with their values as JSON text. */
export type Fields = ReadonlyMap<string, string>

/** The shared items of a journal. */
export type Content = ReadonlyMap<string, Fields>

/** One field that the user changed. A value of null means that it was removed. */
export interface Edit {
  readonly item: string
  readonly field: string
  /** JSON text. */
  readonly value: string | null
}

export const itemKinds = [
  'watchlists',
  'watchlist',
  'symbol',
  'view',
  'alert',
  'kind',
  'group',
  'withdrawn',
  'opening',
  'bond',
] as const
export type ItemKind = (typeof itemKinds)[number]

/** The name of an item: its kind, and the parts that identify it. */
export const nameItem = (kind: ItemKind, ...parts: readonly string[]): string => JSON.stringify([kind, ...parts])

const ItemName = z.tuple([z.enum(itemKinds)], z.string())

/** Null for an item that this version does not know. */
export function readItemName(item: string): { readonly kind: ItemKind; readonly parts: readonly string[] } | null {
  const parsed = ItemName.safeParse(parseJson(item))
  if (!parsed.success) return null
  const [kind, ...parts] = parsed.data
  return { kind, parts }
}

/** Returns `undefined` for invalid JSON. No schema accepts it. */
export function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return undefined
  }
}
