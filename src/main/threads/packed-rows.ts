import { deserialize, serialize } from 'node:v8'

/**
 * Rows as bytes. The main thread passes them unread from the thread that receives them to the thread that stores them.
 */
export interface Packed<T> {
  readonly count: number
  /** Each chunk has a few rows: if all rows of a response were unpacked together, the garbage collector would copy them several times. */
  readonly chunks: readonly Uint8Array[]
  readonly rowType?: T
}

/** Rows that are read one at a time. */
export interface RowFeed<T> {
  /** The number of rows that are not yet taken. */
  readonly left: number
  /** Returns the next row. Call only while `left` is above zero. */
  take(): T
}

const rowsPerChunk = 50

export function pack<T>(rows: readonly T[]): Packed<T> {
  const starts = Array.from({ length: Math.ceil(rows.length / rowsPerChunk) }, (_, index) => index * rowsPerChunk)
  return { count: rows.length, chunks: starts.map((start) => serialize(rows.slice(start, start + rowsPerChunk))) }
}

const unpackChunk = <T>(chunk: Uint8Array): readonly T[] => deserialize(chunk) as readonly T[]

/** Unpacks all rows. */
export const unpack = <T>({ chunks }: Packed<T>): readonly T[] => chunks.flatMap((chunk) => unpackChunk<T>(chunk))

/** Unpacks the rows, only a few at a time. */
export function feedOf<T>({ count, chunks }: Packed<T>): RowFeed<T> {
  let taken = 0
  let chunk: readonly T[] = []
  return {
    get left() {
      return count - taken
    },
    take() {
      const index = taken % rowsPerChunk
      if (index === 0) chunk = unpackChunk(chunks[taken / rowsPerChunk] as Uint8Array)
      taken += 1
      return chunk[index] as T
    },
  }
}
