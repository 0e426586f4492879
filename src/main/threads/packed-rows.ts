import { deserialize, serialize } from 'node:v8'

/** Rows as bytes. From the thread that reads them to the thread that keeps them they pass the main thread unopened. */
export interface Packed<T> {
  readonly count: number
  /** A few rows each: unpacked together, all rows of an answer would be moved about by the collector. */
  readonly parts: readonly Uint8Array[]
  readonly rowType?: T
}

/** Rows that are taken one by one. */
export interface RowFeed<T> {
  /** How many are to come. */
  readonly left: number
  /** The next row; to be called while some are left. */
  take(): T
}

const rowsInPart = 50

export function pack<T>(rows: readonly T[]): Packed<T> {
  const starts = Array.from({ length: Math.ceil(rows.length / rowsInPart) }, (_, index) => index * rowsInPart)
  return { count: rows.length, parts: starts.map((start) => serialize(rows.slice(start, start + rowsInPart))) }
}

const unpackPart = <T>(part: Uint8Array): readonly T[] => deserialize(part) as readonly T[]

/** The rows that `pack` was given. */
export const unpack = <T>({ parts }: Packed<T>): readonly T[] => parts.flatMap((part) => unpackPart<T>(part))

/** The rows that `pack` was given, of which only a few are unpacked at a time. */
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
