import { dirname, resolve, sep } from 'node:path'

/** The key of sealed files: 32 random bytes. */
export type DataKey = Uint8Array<ArrayBuffer>

/** The keys that this thread holds, by the folder whose databases they open. They are in memory only. */
const held = new Map<string, DataKey>()

/** From now on databases in this folder, and in the folders in it, are sealed with this key; with `null` they are plain. */
export function holdKey(folder: string, key: DataKey | null): void {
  if (key === null) held.delete(resolve(folder))
  else held.set(resolve(folder), key)
}

/** The key that this thread holds for a folder. */
export const heldKey = (folder: string): DataKey | null => held.get(resolve(folder)) ?? null

/** The key that opens this file; `null` when it is in no folder with a key. */
export function keyFor(path: string): DataKey | null {
  const whole = resolve(path)
  for (const [folder, key] of held) if (whole.startsWith(folder + sep)) return key
  return null
}

/** For a worker thread, which starts without keys: holds the key of the folder of this file. */
export const holdKeyOf = (path: string, key: DataKey | null): void => holdKey(dirname(path), key)
