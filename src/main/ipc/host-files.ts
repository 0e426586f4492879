/** What the desktop host can do with a file. Each throws an AppError with a message for the user. */
export interface HostFiles {
  /** Opens it in the default program of the system. */
  open(path: string): Promise<void>
  showInFolder(path: string): void
  /** Copies it to a path that the user chooses; `null` when they cancel. */
  saveAs(path: string): Promise<string | null>
}
