import { join } from 'node:path'
import type { ConnectionState, Profile } from '../../shared/model/connection.ts'
import { Alerts } from '../alerts/alerts.ts'
import { createBroker } from '../broker/client.ts'
import type { Network } from '../broker/network/connections.ts'
import type { Clock } from '../time/clock.ts'
import { Exports } from '../export/exports.ts'
import { DifferenceWatch } from '../ledger/difference-watch.ts'
import { Ledger } from '../ledger/ledger.ts'
import { EventBus } from '../ipc/events.ts'
import { KindKeeper } from '../kinds/kind-keeper.ts'
import { Cancels } from '../orders/cancels.ts'
import { CancelFollowUp } from '../orders/cancel-follow-up.ts'
import { OrderReader } from '../orders/order-reader.ts'
import type { ProfileBudget } from './request-budget.ts'
import type { Closing } from './closing.ts'
import { openProfileData } from './databases.ts'
import { RequestLog } from './request-log.ts'
import { SyncGate } from './sync-gate.ts'
import { Reports } from '../reports/reports.ts'
import { attend } from '../sync/interest/wake-on-attention.ts'
import { Attention } from '../sync/interest/attention.ts'
import { Connection } from '../sync/connection-status.ts'
import type { Power, SyncContext } from '../sync/context.ts'
import { createFollowedReader } from '../sync/interest/followed.ts'
import { InstrumentFollower } from '../sync/instrument/follower.ts'
import { createJobs } from '../sync/jobs/create-jobs.ts'
import { noteOutcome } from '../sync/scheduler/record-outcome.ts'
import { QuoteBoard } from '../sync/quotes/quote-scheduler.ts'
import { Scheduler } from '../sync/scheduler/scheduler.ts'

/** The address of a profile's service, and how to read the secret for it. */
export interface ServiceAccess {
  readonly baseUrl: URL | Promise<URL>
  readonly readSecret: () => Promise<string | null>
  readonly secretKeptIn: () => ConnectionState['secretKeptIn']
}

export interface OpenProfileOptions extends ServiceAccess {
  readonly profile: Profile
  /** The folder of its cache, journal and backups. */
  readonly directory: string
  readonly exportDir: string
  readonly reportDir: string
  /** The files of the worker threads; the default is where the build puts them, beside the main file. */
  readonly threadFiles?: Readonly<Record<'cache' | 'ledger' | 'decoder' | 'export', string | URL>>
  readonly budget: ProfileBudget
  /** Without it the connection is direct. */
  readonly network?: Network
  /** The bus of the host, to which the events of the profile go. */
  readonly events: EventBus
  readonly clock: Clock
  readonly power: Power
  readonly logFault: (where: string, error: unknown) => void
  /** Symbols of the first watchlist, for a profile that has no watchlist yet. */
  readonly firstWatchlist: readonly string[]
  /** Whether the cache was found damaged: then it is set aside before it is opened. */
  readonly isCacheDamaged?: boolean
  /** The cache was found damaged while the profile is open; called once. */
  readonly onCacheDamage?: () => void
}

export type ProfileParts = ReturnType<typeof buildParts>

interface Opening {
  /** Gets what must be closed, also when a later part cannot be made. */
  readonly closing: Closing
  readonly isCacheDamaged: boolean
  readonly onCacheDamage: (error: unknown) => void
}

/** The parts of a profile, each made from those above it. No job runs yet. */
export function buildParts(options: OpenProfileOptions, { closing, ...damage }: Opening) {
  const { clock, power, budget, logFault, threadFiles = builtThreads } = options
  const data = openProfileData({ ...options, ...damage, threadFile: threadFiles.cache })
  closing.add(() => data.close())
  closing.add(() => data.threads.close())
  const { cache, journal } = data
  budget.attach(new RequestLog(join(options.directory, 'requests.log')))
  closing.add(() => budget.detach())
  const events = new EventBus(options.events)
  const publish: SyncContext['publish'] = (topic, ...payload) => events.publish(topic, ...payload)

  const connection = new Connection(clock, () => publish('connection.changed'))
  const scheduler = new Scheduler({
    ...{ clock, random: Math.random, onChange: () => publish('jobs.changed') },
    onOutcome(outcome) {
      connection.noteOutcome(outcome)
      noteOutcome(outcome, { syncStates: cache.syncStates, clock, logFault })
    },
  })
  const syncGate = new SyncGate({ scheduler, connection, settings: journal.settings, clock })
  closing.add(() => syncGate.close())
  const broker = createBroker({
    ...{ baseUrl: options.baseUrl, readSecret: options.readSecret, budget: budget.budget, clock },
    decoderThread: threadFiles.decoder,
    network: options.network,
    onHold: () => publish('connection.changed'),
    onOutcome({ outcome, at }) {
      if (outcome === 'ok') connection.noteAnswer(at)
      publish('budget.changed')
    },
  })
  closing.add(() => broker.close())
  /** What the service refused of an instrument, in words, by symbol. */
  const problems = new Map<string, string>()
  const attention = new Attention(clock, (becameVisible) => attend(scheduler, becameVisible))
  const context: SyncContext = {
    ...{ broker, cache, journal, attention, clock, power, publish },
    openedAt: clock.now(),
    readFollowed: createFollowedReader({ cache, journal, problems, attention, clock }),
    readBudget: () => budget.budget.snapshot(),
  }

  const kinds = new KindKeeper({ cache, journal, clock, publish, logFault })
  const ledger = new Ledger({
    ...{
      threadFile: threadFiles.ledger,
      cachePath: data.paths.cache,
      priority: data.priority,
      journal,
      clock,
      publish,
    },
    onDamage: damage.onCacheDamage,
    // The host's bus: settings and opening balances are announced there.
    listen: (listener) => options.events.listen(listener),
    wakeTransactions: () => {
      if (scheduler.isStarted) scheduler.wake('transactions', 'schedule')
    },
    logFault,
  })
  closing.add(() => ledger.close())
  const differences = new DifferenceWatch({
    ...{ ledger, clock, logFault, listen: (listener) => options.events.listen(listener) },
    accountIds: () => cache.accounts.list().map(({ account }) => account.id),
  })
  closing.add(() => differences.close())
  const alerts = new Alerts({
    ...{ cache, journal, clock, publish, logFault, connection: () => connection.state },
    differences: () => differences.list(),
    listen: (listener) => events.listen(listener),
  })
  closing.add(() => alerts.close())
  const exports = new Exports({
    ...{ threadFile: threadFiles.export, cachePath: data.paths.cache, folder: options.exportDir, clock },
    onChange: () => publish('exports.changed'),
    onDamage: damage.onCacheDamage,
  })
  closing.add(() => exports.close())
  const reports = new Reports({
    ...{ broker, clock, publish, logFault, library: journal.reports, schedules: journal.reportSchedules },
    folder: options.reportDir,
    wakeJob: () => {
      if (scheduler.isStarted) scheduler.wake('reports', 'person')
    },
  })

  const reader = new OrderReader(context)
  const mayAsk = (): boolean => syncGate.allowsUserRequests
  const cancels = new Cancels({ ...{ broker, reader, cache, journal, clock, publish, logFault }, mayAsk })
  const followUp = new CancelFollowUp({ cancels, clock, isPaused: () => syncGate.isPaused })
  cancels.onAnswered(() => {
    scheduler.wake('cancels', 'schedule')
    followUp.start()
  })

  const instruments = new InstrumentFollower(context)
  const board = new QuoteBoard(context)
  const readDifferences = () => differences.list()
  const jobs = createJobs(context, board, problems, instruments, { reader, cancels, readDifferences })
  scheduler.add(...jobs, reports.job)
  return {
    ...{ data, events, connection, scheduler, syncGate, broker, context, alerts, exports, kinds, reports },
    ...{ ledger, differences },
    ...{ cancels, followUp, instruments, board, problems },
  }
}

const builtThreads = {
  cache: join(import.meta.dirname, 'cache-thread.js'),
  ledger: join(import.meta.dirname, 'ledger-thread.js'),
  decoder: join(import.meta.dirname, 'decoder-thread.js'),
  export: join(import.meta.dirname, 'export-thread.js'),
}
