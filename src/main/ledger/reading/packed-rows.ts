import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Rows as JSON text of about this many characters are compressed together. */
const partLength = 1 << 15
/** The fastest: rows repeat so much that a better one saves little more. */
const level = 1

interface Group {
  readonly packed: Buffer[]
  waiting: string[]
  waitingLength: number
  count: number
}

/**
 * Rows in groups, compressed and outside of V8's heap: a hundred thousand rows of income take 5 MB, where objects take 70 MB. A row
 * is what JSON says of it.
 */
export class PackedRows<Row extends object> {
  readonly #groups = new Map<number, Group>()

  add(key: number, row: Row): void {
    let group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, (group = { packed: [], waiting: [], waitingLength: 0, count: 0 }))
    const text = JSON.stringify(row)
    group.waiting.push(text)
    group.waitingLength += text.length
    group.count++
    if (group.waitingLength < partLength) return
    group.packed.push(deflateRawSync(linesOf(group), { level }))
    group.waiting = []
    group.waitingLength = 0
  }

  /** The keys of the groups, ascending. */
  get keys(): number[] {
    return [...this.#groups.keys()].sort((a, b) => a - b)
  }

  /** The number of rows of a group. */
  countOf(key: number): number {
    return this.#groups.get(key)?.count ?? 0
  }

  /** The rows of a group in the order in which they were added. */
  *read(key: number): Generator<Row> {
    const group = this.#groups.get(key)
    if (group === undefined) return
    for (const packed of group.packed)
      yield* parse<Row>(inflateRawSync(packed, { chunkSize: 2 * partLength }).toString())
    yield* parse<Row>(linesOf(group))
  }
}

const linesOf = ({ waiting }: Group): string => waiting.join('\n')

/** These lines were written from rows. */
const parse = <Row>(lines: string): Row[] =>
  lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as Row)
