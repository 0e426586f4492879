import { basename } from 'node:path'
import { copyChecked } from '../disk/new-file.ts'
import type { HostFiles } from './context.ts'

/** Copies a file to a path that the user chooses; `null` when the user cancels. Throws an AppError with a message for the user. */
export async function saveAs(files: Pick<HostFiles, 'choosePath'>, path: string): Promise<string | null> {
  const target = await files.choosePath(basename(path))
  if (target !== null) await copyChecked(path, target)
  return target
}
