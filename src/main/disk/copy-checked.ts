import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeNewFile } from './new-file.ts'

/**
 * Copies a file to a path that the user chose, where it replaces an existing one. The copy appears only when it is complete.
 * Throws an AppError for the user; then the existing file stays.
 */
export async function copyChecked(source: string, target: string): Promise<void> {
  await writeNewFile(
    async (file) => {
      for await (const chunk of createReadStream(source)) if (chunk instanceof Uint8Array) await file.append(chunk)
    },
    { part: `${target}.${randomUUID()}.part`, path: () => target, isChosen: true },
  )
}
