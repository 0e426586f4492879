import { existsSync, renameSync, rmSync } from 'node:fs'

/** A change of files while nothing has them open. */
export interface FileChange {
  /** Throws when the disk refuses; then `undo` is called. */
  apply(): void
  /** Makes the files as they were, whether `apply` ended or not. */
  undo(): void
  /** The change stays: what was kept for `undo` is deleted. */
  finish(): void
}

export const noChange: FileChange = { apply: () => undefined, undo: () => undefined, finish: () => undefined }

/** Deletes files or folders, if they exist: they are renamed first, so that a failure can bring them back. */
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
