import { join } from 'node:path'
import type { ConnectionState, Profile } from '#shared/model/app/connection.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { EventBus } from '../../api/events.ts'
import { createBroker } from '../../broker/client.ts'
import type { Network } from '../../broker/network/connections.ts'
import type { Cache } from '../../cache/cache.ts'
import type { SetSecrets } from '../../computers/set-secrets.ts'
import { preferMemory } from '../../host/v8-settings.ts'
import type { CopySealed } from '../../journal/backup/copy-journal.ts'
import { ServiceRecorder } from '../../service/service-recorder.ts'
import { Connection } from '../../sync/connection.ts'
import type { Power, SyncContext } from '../../sync/context.ts'
import { Attention, attend } from '../../sync/interest/attention.ts'
import { createFollowedReader } from '../../sync/interest/followed.ts'
import type { JobOutcome } from '../../sync/scheduler/job-runner.ts'
import { Scheduler } from '../../sync/scheduler/scheduler.ts'
import type { Clock } from '../../time/clock.ts'
import { type ProfileBudget, RequestLog } from '../requests/request-budget.ts'
import { SyncGate } from '../requests/sync-gate.ts'
import { openProfileData } from './databases.ts'

/** Steps that close the open parts, in the opposite order of opening. */
export class Closing {
  readonly #steps: (() => unknown)[] = []

  /** Adds a step that closes something. It may return a promise. */
  add(step: () => unknown): void {
    this.#steps.push(step)
  }

  /** Runs all steps once, the last one first. If a step fails, the other steps still run, and `onFailure` gets its error. */
  async close(onFailure: (error: unknown) => void): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step()
      } catch (error) {
        onFailure(error)
      }
    }
  }
}

/** The address of a profile's service, with a function that reads its secret. */
export interface ServiceAccess {
  readonly baseUrl: URL | Promise<URL>
  readonly readSecret: () => Promise<string | null>
  readonly secretPlace: () => ConnectionState['secretPlace']
}

export interface OpenProfileOptions extends ServiceAccess {
  readonly profile: Profile
  /** The folder of its cache, journal and backups. */
  readonly directory: string
  readonly exportDir: string
  readonly reportDir: string
  /** The files of the worker threads. By default the files of the build, beside the main file. */
  readonly threadFiles?: Readonly<Record<'cache' | 'ledger' | 'decoder' | 'export' | 'mirror', string | URL>>
  readonly budget: ProfileBudget
  /** Without it the connection uses no proxy. */
  readonly network?: Network
  /** The bus of the host. It receives the events of the profile. */
  readonly events: EventBus
  readonly clock: Clock
  readonly power: Power
  readonly logFault: (where: string, error: unknown) => void
  /** Writes a line to the log. */
  readonly logNote?: (text: string) => void
  /** Symbols of the first watchlist, for a profile that has no watchlist yet. */
  readonly firstWatchlist: readonly string[]
  /** The secrets of the folder that the user's computers share. Without them no folder can be shared. */
  readonly setSecrets?: Pick<SetSecrets, 'read' | 'keep' | 'forget'>
  /** Copies a sealed journal. Without it, this thread makes the copy. */
  readonly copySealed?: CopySealed | undefined
  /** Whether the cache was found damaged. It is then set aside before it is opened. */
  readonly isCacheDamaged?: boolean
  /** Called once if the cache is found damaged while the profile is open. */
  readonly onCacheDamage?: () => void
  /** Collects the garbage of the whole process while no window is visible. By default V8 does. */
  readonly collectGarbage?: () => void
}

export interface Opening {
  /** Receives the steps that close the parts, even if a later part cannot be opened. */
  readonly closing: Closing
  readonly isCacheDamaged: boolean
  readonly onCacheDamage: (error: unknown) => void
}

export type Ground = ReturnType<typeof openConnection>

/** Opens the data of a profile and the connection that fills it. */
export function openConnection(options: OpenProfileOptions, { closing, ...damage }: Opening) {
  const { clock, power, budget, logFault, threadFiles = builtThreads } = options
  let attention: Attention | null = null
  const isHidden = (): boolean => attention?.isWindowVisible === false
  const data = openProfileData({ ...options, ...damage, threadFile: threadFiles.cache, isHidden })
  closing.add(() => data.close())
  closing.add(() => data.threads.close())
  const { cache, journal } = data
  budget.attach(new RequestLog(join(options.directory, 'requests.log')))
  closing.add(() => budget.detach())
  const events = new EventBus(options.events)
  const publish: SyncContext['publish'] = (topic, ...payload) => events.publish(topic, ...payload)

  const connection = new Connection(clock, () => publish('connection.changed'))
  const scheduler = new Scheduler({
    clock,
    random: Math.random,
    onChange: () => publish('jobs.changed'),
    onOutcome(outcome) {
      connection.noteOutcome(outcome)
      noteOutcome(outcome, { syncStates: cache.syncStates, clock, logFault })
    },
  })
  const syncGate = new SyncGate({ scheduler, connection, settings: journal.settings, clock })
  closing.add(() => syncGate.close())
  const service = new ServiceRecorder({
    records: cache.serviceRecords,
    clock,
    logFault,
    logNote: options.logNote ?? (() => undefined),
    onChange: () => publish('service.changed'),
  })
  closing.add(() => service.close())
  const broker = createBroker({
    baseUrl: options.baseUrl,
    readSecret: options.readSecret,
    budget: budget.budget,
    clock,
    decoderThread: threadFiles.decoder,
    network: options.network,
    onHold: () => publish('connection.changed'),
    onOutcome(outcome) {
      service.note(outcome)
      if (outcome.outcome === 'ok') connection.noteResponse(outcome.at)
      publish('budget.changed')
    },
  })
  closing.add(() => broker.close())
  /** The reason for which the service refused an instrument, by symbol. */
  const problems = new Map<string, string>()
  const seen = new Attention(clock, (becameVisible) => {
    if (becameVisible) preferMemory(false)
    attend(scheduler, becameVisible)
  })
  attention = seen
  const context: SyncContext = {
    broker,
    cache,
    journal,
    attention: seen,
    clock,
    power,
    publish,
    openedAt: clock.now(),
    readFollowed: createFollowedReader({ cache, journal, problems, attention: seen, clock }),
    readBudget: () => budget.budget.snapshot(),
  }
  return { data, events, publish, connection, scheduler, syncGate, broker, context, problems, service }
}

interface Notes {
  readonly syncStates: Cache['syncStates']
  readonly clock: Clock
  readonly logFault: (where: string, error: unknown) => void
}

/** Stores the outcome of a job's run, and logs internal errors of the app. */
function noteOutcome({ job, error }: JobOutcome, { syncStates, clock, logFault }: Notes): void {
  if (error?.code === 'internal') logFault(`job ${job.name}`, error.cause ?? error)
  try {
    if (error === null) syncStates.succeed(job.name, clock.now())
    else
      syncStates.fail(
        job.name,
        clock.now(),
        error.code,
        keepText(() => errorText(error)),
      )
  } catch (fault) {
    // A full disk must not stop the scheduler: each job reports it itself.
    logFault('storing the outcome of a job', fault)
  }
}

/** The worker files of the build. */
export const builtThreads = {
  cache: join(import.meta.dirname, 'cache-thread.js'),
  ledger: join(import.meta.dirname, 'ledger-thread.js'),
  decoder: join(import.meta.dirname, 'decoder-thread.js'),
  export: join(import.meta.dirname, 'export-thread.js'),
  mirror: join(import.meta.dirname, 'mirror-thread.js'),
  sealing: join(import.meta.dirname, 'sealing-thread.js'),
}
