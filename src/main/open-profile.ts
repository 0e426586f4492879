import { join } from 'node:path'
import type { ConnectionState, Profile } from '../shared/model/connection.ts'
import { Alerts } from './alerts/alerts.ts'
import { Asking } from './asking.ts'
import { createBroker } from './broker/client.ts'
import type { Clock } from './clock.ts'
import { watchClock } from './clock-watch.ts'
import { createExports } from './export/exports.ts'
import { countMarkets } from './insight/market-state.ts'
import type { OpenProfile } from './ipc/context.ts'
import type { EventBus } from './ipc/events.ts'
import { Cancels } from './orders/cancels.ts'
import { createCancelFollower } from './orders/follow-while-paused.ts'
import { OrderReader } from './orders/order-reader.ts'
import type { ProfileBudget } from './profile-budget.ts'
import { openProfileData } from './profile-data.ts'
import { createReports } from './reports/reports.ts'
import { attend } from './sync/attend.ts'
import { Attention } from './sync/attention.ts'
import { Connection } from './sync/connection.ts'
import type { Power, SyncContext } from './sync/context.ts'
import { createFollowedReader } from './sync/followed.ts'
import { InstrumentFollower } from './sync/instrument/follower.ts'
import { createJobs } from './sync/jobs.ts'
import { noteOutcome } from './sync/note-outcome.ts'
import { QuoteBoard } from './sync/quote-board.ts'
import { Scheduler } from './sync/scheduler.ts'

/** The service behind a profile, and the secret it takes. */
export interface ServiceAccess {
  readonly baseUrl: URL | Promise<URL>
  readonly readSecret: () => Promise<string | null>
  readonly secretKeptIn: () => ConnectionState['secretKeptIn']
}

export interface OpenProfileOptions extends ServiceAccess {
  readonly profile: Profile
  /** Where its cache, journal and backups lie. */
  readonly directory: string
  /** Where exports are written. */
  readonly exportDir: string
  /** Where reports are put. */
  readonly reportDir: string
  /** The files of the threads: as built, they lie beside the main file. */
  readonly threadFiles?: Readonly<Record<'cache' | 'decoder' | 'export', string | URL>>
  readonly budget: ProfileBudget
  readonly events: EventBus
  readonly clock: Clock
  readonly power: Power
  readonly logFault: (where: string, error: unknown) => void
  /** Instruments of the first watchlist, for a profile that has none yet. */
  readonly firstWatchlist: readonly string[]
}

export interface RunningProfile extends OpenProfile {
  /** After a change of secret: drops the session and begins again. */
  restart(): Promise<void>
  /** Stops asking, drops the session, keeps the data. */
  signOut(): void
  /** The computer goes to sleep: nothing is asked until it wakes. */
  sleep(): void
  wake(): void
  /** The computer runs on battery, or no longer. */
  notePower(): void
  close(): Promise<void>
}

/** Opens a profile's data and keeps it in step with its service until it is closed. */
export function openProfile(options: OpenProfileOptions): RunningProfile {
  const { profile, events, clock, power, budget, logFault, threadFiles = builtThreads } = options
  const data = openProfileData({ ...options, threadFile: threadFiles.cache })
  const { cache, journal, threads } = data
  const publish: SyncContext['publish'] = (topic, ...payload) => {
    events.publish(topic, ...payload)
    alerts.hear(topic, payload[0])
  }
  const alerts = new Alerts({ cache, journal, clock, publish, logFault, connection: () => connection.state })
  const exports = createExports({
    threadFile: threadFiles.export,
    cachePath: data.cachePath,
    folder: options.exportDir,
    clock,
    onChange: () => publish('exports.changed'),
  })
  budget.attach(cache.requestLog)

  const connection = new Connection(clock, () => publish('connection.changed'))
  const broker = createBroker({
    baseUrl: options.baseUrl,
    readSecret: options.readSecret,
    budget: budget.budget,
    clock,
    decoderThread: threadFiles.decoder,
    onOutcome({ outcome, at }) {
      if (outcome === 'ok') connection.noteAnswer(at)
      publish('budget.changed')
    },
  })
  const attention = new Attention(clock, (becameWatched) => attend(scheduler, becameWatched))
  const problems = new Map<string, string>()
  const readFollowed = createFollowedReader({ cache, journal, attention, clock })
  const context: SyncContext = {
    ...{ broker, cache, journal, attention, clock, power, publish, readFollowed },
    openedAt: clock.now(),
    readBudget: () => budget.budget.snapshot(),
  }
  const reports = createReports({
    ...{ broker, clock, publish },
    library: journal.reports,
    schedules: journal.reportSchedules,
    folder: options.reportDir,
    wakeJob: () => {
      if (scheduler.isStarted) scheduler.wake('reports', 'person')
    },
  })
  const instruments = new InstrumentFollower(context)
  const board = new QuoteBoard(context)
  const reader = new OrderReader(context)
  const cancels: Cancels = new Cancels({
    ...{ broker, reader, cache, journal, clock, publish, logFault },
    // A pause is of what Tidemark does by itself.
    mayAsk: () => scheduler.isStarted || asking.isPaused,
    wake: () => {
      scheduler.wake('cancels', 'schedule')
      follower.follow()
    },
  })
  const follower = createCancelFollower({ cancels, clock, isPaused: () => asking.isPaused })
  const scheduler: Scheduler = new Scheduler({
    jobs: [...createJobs(context, board, problems, instruments, { reader, cancels }), reports.job],
    clock,
    random: Math.random,
    onChange: () => publish('jobs.changed'),
    onOutcome(outcome) {
      connection.noteOutcome(outcome)
      noteOutcome(outcome, { syncStates: cache.syncStates, clock, logFault })
    },
  })
  const asking = new Asking({ scheduler, connection, settings: journal.settings, clock })
  asking.begin()
  const stopWatchingClock = watchClock(clock, (byMs) => {
    connection.noteClock(byMs)
    scheduler.hasten()
    try {
      alerts.noteClock(byMs)
      asking.noteClock(byMs)
    } catch (error) {
      // A full disk: what could not be written lasts as it was meant before.
      logFault('the clock that was set', error)
    }
  })
  cache.instruments.readUnread().catch((error: unknown) => logFault('the list of instruments', error))

  return {
    ...{ profile, cache, threads, exports, reports, alerts, journal },
    ...{ cancels, attention, instruments, scheduler, problems },
    budget: () => ({ ...context.readBudget(), isSavingPower: power.isSaving }),
    forecastQuotes: (symbols) => board.forecast(symbols),
    connectionState: () => ({
      profile,
      ...connection.state,
      pausedUntil: asking.pausedUntil,
      secretKeptIn: options.secretKeptIn(),
      session: broker.session() ?? cache.sessionDetails.get()?.details ?? null,
      market: countMarkets(readFollowed().map(({ market }) => market)),
    }),
    setPaused: (paused, forMs) => asking.setPaused(paused, forMs),
    sleep: () => asking.sleep(),
    wake() {
      alerts.wake()
      asking.wake()
    },
    notePower() {
      publish('budget.changed')
      if (!power.isSaving) scheduler.hasten()
    },
    async restart() {
      await scheduler.stop()
      broker.forget()
      asking.resume()
    },
    signOut() {
      asking.cease()
      broker.forget()
      cache.sessionDetails.clear()
      connection.signOut()
    },
    async close() {
      stopWatchingClock()
      asking.stop()
      follower.stop()
      alerts.close()
      await Promise.all([scheduler.stop(), cancels.stop(), reports.close()])
      await broker.close()
      await Promise.all([exports.close(), threads.close()])
      budget.detach()
      data.close()
    },
  }
}

const builtThreads = {
  cache: join(import.meta.dirname, 'cache-thread.js'),
  decoder: join(import.meta.dirname, 'decoder-thread.js'),
  export: join(import.meta.dirname, 'export-thread.js'),
}
