import type { KeyedFile } from '../../sqlite/copy-database.ts'
import { createThreadClient } from '../../threads/thread-client.ts'
import type { Clock } from '../../time/clock.ts'
import type { KeyChange } from '../conversion.ts'
import type { SealingTask } from './messages.ts'

/** Operations that take longer than a frame. */
export interface SealingThread {
  /** Throws like `convert`. */
  convert(directory: string, change: KeyChange): Promise<void>
  /** Throws like `copyDatabase`. */
  copy(source: KeyedFile, target: KeyedFile): Promise<void>
  /** Stops the current operation. The next start completes an interrupted conversion. */
  close(): Promise<void>
}

const idleMs = 1_000

/** `file` is the built `worker.ts`. The thread runs only during an operation. */
export function createSealingThread(file: string | URL, clock: Clock): SealingThread {
  const rest = { clock, idleMs }
  const thread = createThreadClient<SealingTask>({ file, maxYoungGenerationSizeMb: 4, subject: 'sealing', rest })
  const run = async (task: SealingTask): Promise<void> => {
    await thread.ask(task)
  }
  return {
    convert: (directory, change) => run({ kind: 'convert', directory, ...change }),
    copy: (source, target) => run({ kind: 'copy', source, target }),
    close: () => thread.close('now'),
  }
}
