import { existsSync, renameSync, rmSync } from 'node:fs'

/** A change of files while nothing has them open. */
export interface FileChange {
  /** Throws if the disk cannot be written; then `undo` is called. */
  apply(): void
  /** Restores the previous files, even if `apply` did not complete. */
  undo(): void
  /** Makes the change final: deletes the files kept for `undo`. */
  finish(): void
}

export const noChange: FileChange = { apply: () => undefined, undo: () => undefined, finish: () => undefined }

/** Deletes files or folders if they exist. They are renamed first, so that they can be restored after a failure. */
export function deletion(paths: readonly string[]): FileChange {
  const aside = (path: string): string => `${path}.deleted`
  const moved: string[] = []
  return {
    apply() {
      for (const path of paths.filter((candidate) => existsSync(candidate))) {
        rmSync(aside(path), { recursive: true, force: true })
        renameSync(path, aside(path))
        moved.push(path)
      }
    },
    undo() {
      for (const path of moved) {
        rmSync(path, { recursive: true, force: true })
        renameSync(aside(path), path)
      }
    },
    finish() {
      for (const path of moved) rmSync(aside(path), { recursive: true, force: true })
    },
  }
}
