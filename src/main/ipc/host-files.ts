/** What a desktop can do with a file on this computer. Each throws an AppError with words for a person. */
export interface HostFiles {
  /** With the program that the system has for it. */
  open(path: string): Promise<void>
  showInFolder(path: string): void
  /** Copies it to where the person says; `null` when they think better of it. */
  saveAs(path: string): Promise<string | null>
}
