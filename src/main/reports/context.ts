import type { Payload, Topic } from '../../shared/contract/contract.ts'
import type { Broker } from '../broker/client.ts'
import type { Clock } from '../time/clock.ts'
import type { ReportLibrary } from '../journal/report-library.ts'
import type { ReportSchedules } from '../journal/report-schedules.ts'

/** The dependencies of reports. */
export interface ReportContext {
  readonly broker: Broker
  readonly library: ReportLibrary
  readonly schedules: ReportSchedules
  readonly clock: Clock
  /** The folder of the downloaded files. */
  readonly folder: string
  readonly logFault: (where: string, error: unknown) => void
  publish<T extends Topic>(topic: T, ...payload: Payload<T> extends void ? [] : [Payload<T>]): void
  /** Runs the job now, with the priority of a user action; does nothing while syncing is off. */
  wakeJob(): void
}
