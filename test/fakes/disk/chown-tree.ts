import { chownSync, lchownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Gives a folder and all that it contains to another user. Only the administrator may. */
export function chownTree(folder: string, uid: number): void {
  chownSync(folder, uid, uid)
  for (const { parentPath, name } of readdirSync(folder, { withFileTypes: true, recursive: true }))
    lchownSync(join(parentPath, name), uid, uid)
}
