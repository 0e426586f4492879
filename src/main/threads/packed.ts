import { deserialize, serialize } from 'node:v8'

/** Rows as bytes. From the thread that reads them to the thread that keeps them they pass the main thread unopened. */
export type Packed<T> = Uint8Array & { readonly rowType?: T }

export const pack = <T>(rows: readonly T[]): Packed<T> => serialize(rows)

/** The rows that `pack` was given. */
export const unpack = <T>(packed: Packed<T>): readonly T[] => deserialize(packed) as readonly T[]
