import type { KeyedFile } from '../sqlite/copy-database.ts'
import { wrap } from '../threads/wrap.ts'
import type { Clock } from '../time/clock.ts'
import type { KeyChange } from './conversion.ts'
import type { SealingHandlers } from './sealing.thread.ts'

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
const resourceLimits = { maxYoungGenerationSizeMb: 4 }

/** `file` is the built `sealing.thread.ts`. The thread runs only during an operation. */
export function createSealingThread(file: string | URL, clock: Clock): SealingThread {
  const thread = wrap<SealingHandlers>({ file, resourceLimits, subject: 'sealing', rest: { clock, idleMs } })
  return {
    convert: (directory, change) => thread.ask('convert', directory, change),
    copy: (source, target) => thread.ask('copy', source, target),
    close: () => thread.close('now'),
  }
}
