import { dirname, sep } from 'node:path'

/** The key of sealed files: 32 random bytes. */
export type DataKey = Uint8Array<ArrayBuffer>

/** The keys that this thread holds, by the folder whose databases they open. They are in memory only. */
const held = new Map<string, DataKey>()

/** From now on databases in this folder, and in the folders in it, are sealed with this key; with `null` they are plain. */
export function holdKey(folder: string, key: DataKey | null): void {
  if (key === null) held.delete(folder)
  else held.set(folder, key)
}

/** The key that this thread holds for a folder. */
export const heldKey = (folder: string): DataKey | null => held.get(folder) ?? null

/** The key that opens this file; `null` when it is in no folder with a key. */
export function keyFor(path: string): DataKey | null {
  for (const [folder, key] of held) if (path.startsWith(folder + sep)) return key
  return null
}

/** For a worker thread, which starts without keys: holds the key of the folder of this file. */
export const holdKeyOf = (path: string, key: DataKey | null): void => holdKey(dirname(path), key)
