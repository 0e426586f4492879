import { deserialize, serialize } from 'node:v8'

/**
 * Rows as bytes. The main thread passes them unread from the thread that receives them to the thread that stores them.
 */
export interface Packed<T> {
  readonly count: number
  /** Each part has a few rows: if all rows of a response were unpacked together, the garbage collector would copy them several times. */
  readonly parts: readonly Uint8Array[]
  readonly rowType?: T
}

/** Rows that are read one at a time. */
export interface RowFeed<T> {
  /** The number of rows that are not yet taken. */
  readonly left: number
  /** Returns the next row. Call only while `left` is above zero. */
  take(): T
}

const rowsInPart = 50

export function pack<T>(rows: readonly T[]): Packed<T> {
  const starts = Array.from({ length: Math.ceil(rows.length / rowsInPart) }, (_, index) => index * rowsInPart)
  return { count: rows.length, parts: starts.map((start) => serialize(rows.slice(start, start + rowsInPart))) }
}

const unpackPart = <T>(part: Uint8Array): readonly T[] => deserialize(part) as readonly T[]

/** Unpacks all rows. */
export const unpack = <T>({ parts }: Packed<T>): readonly T[] => parts.flatMap((part) => unpackPart<T>(part))

/** Unpacks the rows, only a few at a time. */
export function feedOf<T>({ count, parts }: Packed<T>): RowFeed<T> {
  let taken = 0
  let part: readonly T[] = []
  return {
    get left() {
      return count - taken
    },
    take() {
      const index = taken % rowsInPart
      if (index === 0) part = unpackPart(parts[taken / rowsInPart] as Uint8Array)
      taken += 1
      return part[index] as T
    },
  }
}
