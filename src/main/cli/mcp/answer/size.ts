/** The maximum size of an answer as JSON, in bytes. */
export const maxAnswerBytes = 100_000

export const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))

/** A list that was shortened in an answer. */
export interface Cut {
  readonly path: string
  readonly shown: number
  readonly of: number
}

interface List {
  readonly path: string
  readonly items: unknown[]
  readonly bytes: number
}

/** Shortens the longest lists of `value` in place until it has at most this many bytes. Returns the shortened lists. */
export function cutToSize(value: object, maxBytes: number): Cut[] {
  const cuts = new Map<string, Cut>()
  while (bytesOf(value) > maxBytes) {
    const longest = listsOf(value).reduce<List | null>((a, b) => (a === null || b.bytes > a.bytes ? b : a), null)
    if (longest === null) break
    const { path, items } = longest
    const of = cuts.get(path)?.of ?? items.length
    items.length = Math.floor(items.length / 2)
    cuts.set(path, { path, shown: items.length, of })
  }
  return [...cuts.values()]
}

/** The lists that can be shortened, at any depth. A list is left out if an inner list has more than half of its bytes. */
function listsOf(value: unknown, path = ''): List[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, each]) => listsOf(each, path === '' ? key : `${path}.${key}`))
  if (!Array.isArray(value) || value.length === 0) return inner
  const items: unknown[] = value
  const isOuter = inner.some(({ bytes }) => bytes * 2 > bytesOf(items))
  return isOuter ? inner : [...inner, { path, items, bytes: bytesOf(items) }]
}
