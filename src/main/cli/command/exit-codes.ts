/** How a command ended. Scripts depend on these numbers. */
export const exitCodes = {
  fine: 0,
  /** `reconcile` found differences. */
  differences: 1,
  /** The command line cannot be understood, or its question cannot be answered. */
  badUsage: 2,
  /** There is no such profile, or its files cannot be read. */
  notReadable: 3,
  /** The app is locked. */
  locked: 4,
  /** The data is sealed, and the keychain gives no key: it is locked, or the key is lost. */
  sealed: 5,
  /** A fault of Tidemark itself. */
  fault: 70,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What each code means, for `--help`. */
export const exitWords: Readonly<Record<ExitCode, string>> = {
  0: 'fine',
  1: 'reconcile found differences',
  2: 'the command line cannot be understood',
  3: 'the data cannot be read',
  4: 'Tidemark is locked',
  5: 'the data is sealed, and the keychain gives no key',
  70: 'a fault of Tidemark',
}
