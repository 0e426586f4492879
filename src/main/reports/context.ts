import { extname } from 'node:path'
import type { Payload, Topic } from '#shared/contract/contract.ts'
import type { Broker } from '../broker/broker.ts'
import type { ReportLibrary, ReportSchedules } from '../journal/reports.ts'
import type { Clock } from '../time/clock.ts'

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

/** Documents that the programs of a system only show. Pages, drawings, old spreadsheets and archives may hold programs. */
const documents: ReadonlySet<string> = new Set(['.pdf', '.txt', '.csv', '.json', '.xml', '.xlsx', '.bin'])

/** Whether opening a file with the system's program may run something in it. Every type that is not known to be harmless may. */
export const mayRun = (path: string): boolean => !documents.has(extname(path).toLowerCase())
