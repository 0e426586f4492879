import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'

/** The results of a command. Scripts depend on these numbers. */
export const exitCodes = {
  fine: 0,
  /** `reconcile` found differences. */
  differences: 1,
  /** The command line is wrong, or its question cannot be answered. */
  badUsage: 2,
  /** The profile does not exist, or its files cannot be read. */
  notReadable: 3,
  /** The app is locked. */
  locked: 4,
  /** The data is sealed, and the keychain returns no key: it is locked, or the key is lost. */
  sealed: 5,
  /** Standard output takes no more: a full disk. */
  notWritten: 6,
  /** A fault of Tidemark itself. */
  fault: 70,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The meaning of each code, for `--help`. */
export const exitWords: Readonly<Record<ExitCode, string>> = texts({
  0: m.cli_exit_fine,
  1: m.cli_exit_differences,
  2: m.cli_exit_bad_usage,
  3: m.cli_exit_not_readable,
  4: m.cli_exit_locked,
  5: m.cli_exit_sealed,
  6: m.cli_exit_not_written,
  70: m.cli_exit_fault,
})
