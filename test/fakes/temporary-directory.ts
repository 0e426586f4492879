import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a directory for the current test; it is removed when the test ends. */
export function makeTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
