import type { Reading } from '../../profile/reading/open-reading.ts'
import type { Clock } from '../../time/clock.ts'
import type { Output } from '../output/output.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Option, Values } from './options.ts'

/** What a command works with. */
export interface Call {
  readonly values: Values
  readonly reading: Reading
  readonly output: Output
  readonly clock: Clock
}

/** A command of the command line. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: () => string
  /** Its arguments without an option name, as the help writes them. */
  readonly takes?: string
  /** Its own options. */
  readonly options: readonly Option[]
  /** Remarks on its options, one line each. */
  readonly notes?: readonly (() => string)[]
  /** Shown in its help. */
  readonly examples: readonly string[]
  /** Throws AppError. */
  readonly run: (call: Call) => Promise<ExitCode>
}
