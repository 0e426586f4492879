import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A directory of its own for the test that asks, gone when the test is over. */
export function makeTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
