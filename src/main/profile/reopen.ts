import type { FileChange } from '../sqlite/file-change.ts'

interface Closable {
  close(): Promise<void>
}

/**
 * Closes what is open, changes its files and opens it again. When the change or the opening fails, the files are made as they
 * were and opened as before, by `accept` too, and the failure is thrown.
 */
export async function reopen<T extends Closable>(
  before: T,
  change: FileChange,
  open: () => Promise<T>,
  accept: (opened: T) => void,
): Promise<T> {
  await before.close()
  let opened: T
  try {
    change.apply()
    opened = await open()
  } catch (error) {
    change.undo()
    accept(await open())
    throw error
  }
  accept(opened)
  change.finish()
  return opened
}
