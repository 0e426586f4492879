import type { FileChange } from '../sqlite/files.ts'

interface Closable {
  close(): Promise<void>
}

interface Reopening<T> {
  open(): Promise<T>
  /** Opens something else, when what was open cannot be opened as before either. */
  openFallback(error: unknown): Promise<T>
  accept(opened: T): void
}

/**
 * Closes what is open, changes its files and opens it again. When the change or the opening fails, the files are made as they
 * were and opened as before, by `accept` too, and the failure is thrown.
 */
export async function reopen<T extends Closable>(
  before: T,
  change: FileChange,
  { open, openFallback, accept }: Reopening<T>,
): Promise<T> {
  await before.close()
  let opened: T
  try {
    change.apply()
    opened = await open()
  } catch (error) {
    accept(await openAsBefore(change, open, openFallback))
    throw error
  }
  accept(opened)
  change.finish()
  return opened
}

async function openAsBefore<T>(
  change: FileChange,
  open: Reopening<T>['open'],
  openFallback: Reopening<T>['openFallback'],
): Promise<T> {
  try {
    change.undo()
    return await open()
  } catch (error) {
    return openFallback(error)
  }
}
