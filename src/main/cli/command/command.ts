import type { ServiceCheck } from '#shared/model/app/service.ts'
import type { ExitCode } from '../../host/exit-codes.ts'
import type { Reading } from '../../profile/reading/open-reading.ts'
import type { Clock } from '../../time/clock.ts'
import type { Output } from '../output/output.ts'
import type { Option, Values } from './options.ts'

/** The parts that a command works with. */
export interface Call {
  readonly values: Values
  readonly reading: Reading
  readonly output: Output
  readonly clock: Clock
  /** Asks the service for each kind of data. Throws AlreadyRunningError if the app runs and does not answer. */
  readonly checkService: () => Promise<ServiceCheck>
}

/** A command of the command line. */
export interface Command {
  readonly name: string
  /** One line for the list of commands, in the present language. */
  readonly summary: () => string
  /** Its positional arguments, in the form of the help. */
  readonly takes?: string
  /** The options of this command only. */
  readonly options: readonly Option[]
  /** Remarks on its options, one line each. */
  readonly notes?: readonly (() => string)[]
  /** Examples for its help. */
  readonly examples: readonly string[]
  /** The endpoints of the service whose data it writes. If they are missing, it says so. */
  readonly needs?: readonly string[]
  /** Throws AppError. */
  readonly run: (call: Call) => Promise<ExitCode>
}
