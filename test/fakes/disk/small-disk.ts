import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Mounts a separate disk for the current test, which only root can do; null when it cannot be mounted. */
export function mountDisk(options: string): string | null {
  if (process.getuid?.() !== 0) return null
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-disk-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]).status === 0
  onTestFinished(() => {
    if (isMounted) spawnSync('umount', ['-l', directory])
    rmSync(directory, { recursive: true, force: true })
  })
  return isMounted ? directory : null
}

/** Fills the disk with a file and leaves `leftBytes` free; the returned function deletes the file. */
export function fillDisk(directory: string, leftBytes = 0): () => void {
  const path = join(directory, 'filling')
  const reserve = join(directory, 'spare')
  if (leftBytes > 0) write(reserve, leftBytes)
  write(path, Infinity)
  rmSync(reserve, { force: true })
  return () => rmSync(path, { force: true })
}

function write(path: string, bytes: number): void {
  const file = openSync(path, 'w')
  try {
    for (let left = bytes; left > 0; left -= 4_096) writeSync(file, Buffer.alloc(4_096))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}
