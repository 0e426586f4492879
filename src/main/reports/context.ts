import type { Payload, Topic } from '../../shared/contract.ts'
import type { Broker } from '../broker/client.ts'
import type { Clock } from '../clock.ts'
import type { ReportLibrary } from '../journal/report-library.ts'
import type { ReportSchedules } from '../journal/report-schedules.ts'

/** What reports work with. */
export interface ReportContext {
  readonly broker: Broker
  readonly library: ReportLibrary
  readonly schedules: ReportSchedules
  readonly clock: Clock
  /** Where the files lie. */
  readonly folder: string
  publish<T extends Topic>(topic: T, ...payload: Payload<T> extends void ? [] : [Payload<T>]): void
  /** Runs the job now, for a person; does nothing while nothing may be asked. */
  wakeJob(): void
}
