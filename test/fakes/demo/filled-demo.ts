import { cpSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hourMs } from '#shared/durations.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const maxAgeMs = 3 * hourMs

export type FilledSize = 'small' | 'typical'

/** A data directory of the app, in which everything that the demo of this size serves has been read; see `fill-demo.ts`. */
export const filledDirectory = (size: FilledSize): string => join(root, '.cache', 'filled-demos', size)

const madeAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity

/**
 * Puts what the app has read of this demo into an empty data directory, so that a test does not wait until it is read again. Does
 * nothing if it was read by an older build or more than three hours ago: then the app reads it, which takes minutes.
 */
export function copyFilledDemo(size: FilledSize, dataDir: string): void {
  const filled = filledDirectory(size)
  const filledAt = madeAt(filled)
  const isCurrent = filledAt > madeAt(join(root, 'out', 'main', 'web.js')) && Date.now() - filledAt < maxAgeMs
  if (isCurrent) cpSync(filled, dataDir, { recursive: true })
}
