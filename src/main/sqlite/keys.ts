import { dirname, resolve, sep } from 'node:path'

/** The key of sealed files: 32 random bytes. */
export type DataKey = Uint8Array<ArrayBuffer>

/** The keys of this thread, by the folder whose databases they open. They are only in memory. */
const held = new Map<string, DataKey>()

/**
 * Sets the key of all databases in this folder and in the folders in it. With `null` they are opened and created
 * without encryption.
 */
export function holdKey(folder: string, key: DataKey | null): void {
  if (key === null) held.delete(resolve(folder))
  else held.set(resolve(folder), key)
}

/** The key of a folder in this thread. */
export const heldKey = (folder: string): DataKey | null => held.get(resolve(folder)) ?? null

/** The key of this file; `null` if no folder above it has a key. */
export function keyFor(path: string): DataKey | null {
  const whole = resolve(path)
  for (const [folder, key] of held) if (whole.startsWith(folder + sep)) return key
  return null
}

/** Sets the key of the folder of this file. Call in a worker thread, which starts without keys. */
export const holdKeyOf = (path: string, key: DataKey | null): void => holdKey(dirname(path), key)
