import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionState, Profile } from '../shared/model/connection.ts'
import { Alerts } from './alerts/alerts.ts'
import { createBroker } from './broker/client.ts'
import { createCacheThreads } from './cache/cache-threads.ts'
import { createCache } from './cache/cache.ts'
import { openCache } from './cache/open.ts'
import type { Clock } from './clock.ts'
import { watchClock } from './clock-watch.ts'
import { createExports } from './export/exports.ts'
import type { OpenProfile } from './ipc/context.ts'
import type { EventBus } from './ipc/events.ts'
import { createJournal } from './journal/journal.ts'
import { openJournal, type OpenedJournal } from './journal/open.ts'
import { Cancels } from './orders/cancels.ts'
import { createCancelFollower } from './orders/follow-while-paused.ts'
import { OrderReader } from './orders/order-reader.ts'
import { Pause } from './pause.ts'
import type { ProfileBudget } from './profile-budget.ts'
import { createReports } from './reports/reports.ts'
import { closeDatabase } from './sqlite/open.ts'
import { goFirst } from './sqlite/write-turn.ts'
import { attend } from './sync/attend.ts'
import { Attention } from './sync/attention.ts'
import { Connection } from './sync/connection.ts'
import type { Power, SyncContext } from './sync/context.ts'
import { createFollowedReader } from './sync/followed.ts'
import { InstrumentFollower } from './sync/instrument/follower.ts'
import { createJobs } from './sync/jobs.ts'
import { QuoteBoard } from './sync/quote-board.ts'
import { Scheduler } from './sync/scheduler.ts'

export interface OpenProfileOptions {
  readonly profile: Profile
  /** Where its cache, journal and backups lie. */
  readonly directory: string
  /** Where exports are written. */
  readonly exportDir: string
  /** Where reports are put. */
  readonly reportDir: string
  /** The files of the threads: as built, they lie beside the main file. */
  readonly threadFiles?: Readonly<Record<'cache' | 'decoder' | 'export', string | URL>>
  readonly baseUrl: URL | Promise<URL>
  readonly readSecret: () => Promise<string | null>
  readonly secretKeptIn: () => ConnectionState['secretKeptIn']
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
  const { profile, directory, events, clock, power, budget, threadFiles = builtThreads } = options
  const backupDir = join(directory, 'backups')
  mkdirSync(backupDir, { recursive: true, mode: 0o700 })
  const openedJournal = openJournal(join(directory, 'journal.sqlite'), backupDir)
  const cachePath = join(directory, 'cache.sqlite')
  const openedCache = openCache(cachePath)
  const threads = createCacheThreads(threadFiles.cache, cachePath, goFirst(openedCache.db))
  const cache = createCache(openedCache.db, threads)
  const journal = createJournal(openedJournal.db, backupDir)
  const publish: SyncContext['publish'] = (topic, ...payload) => {
    events.publish(topic, ...payload)
    alerts.hear(topic, payload[0])
  }
  const alerts = new Alerts({
    ...{ cache, journal, clock, publish, logFault: options.logFault },
    connection: () => connection.state,
  })
  const exports = createExports({
    threadFile: threadFiles.export,
    cachePath,
    folder: options.exportDir,
    clock,
    onChange: () => publish('exports.changed'),
  })
  budget.attach(cache.requestLog)

  if (openedCache.rebuilt) journal.events.add(clock.now(), 'cache', 'The cache was damaged and is being rebuilt')
  for (const message of describeRepair(openedJournal)) journal.events.add(clock.now(), 'journal', message)
  if (journal.watchlists.list().length === 0) {
    const list = journal.watchlists.create('Watchlist')
    for (const symbol of options.firstWatchlist) journal.watchlists.addSymbol(list.id, symbol)
  }

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
  const readBudget = () => budget.budget.snapshot()
  const openedAt = clock.now()
  const context: SyncContext = {
    broker,
    cache,
    journal,
    attention,
    clock,
    openedAt,
    power,
    publish,
    readFollowed,
    readBudget,
  }
  const reports = createReports({
    broker,
    library: journal.reports,
    schedules: journal.reportSchedules,
    clock,
    folder: options.reportDir,
    publish,
    wakeJob: () => {
      if (scheduler.isStarted) scheduler.wake('reports', 'person')
    },
  })
  const instruments = new InstrumentFollower(context)
  const board = new QuoteBoard(context)
  const reader = new OrderReader(context)
  const cancels: Cancels = new Cancels({
    ...{ broker, reader, cache, journal, clock, publish, logFault: options.logFault },
    // A pause is of what Tidemark does by itself.
    mayAsk: () => scheduler.isStarted || pause.isOn,
    wake: () => {
      scheduler.wake('cancels', 'schedule')
      follower.follow()
    },
  })
  const follower = createCancelFollower({ cancels, clock, isPaused: () => pause.isOn })
  const scheduler: Scheduler = new Scheduler({
    jobs: [...createJobs(context, board, problems, instruments, { reader, cancels }), reports.job],
    clock,
    random: Math.random,
    onChange: () => publish('jobs.changed'),
    onOutcome(outcome) {
      connection.noteOutcome(outcome)
      const { job, error } = outcome
      if (error?.code === 'internal') options.logFault(`job ${job.name}`, error.cause ?? error)
      try {
        if (error === null) cache.syncStates.succeed(job.name, clock.now())
        else cache.syncStates.fail(job.name, clock.now(), error.code, error.message)
      } catch (fault) {
        // A full disk must not end the jobs; each of them meets it, and says so, by itself.
        options.logFault('the notes of jobs', fault)
      }
    },
  })
  const pause = new Pause({ settings: journal.settings, clock, onEnd: () => setAsking(true) })
  setAsking(!pause.isOn)
  const stopWatchingClock = watchClock(clock, (byMs) => {
    connection.noteClock(byMs)
    alerts.noteClock(byMs)
    pause.noteClock(byMs)
    scheduler.hasten()
  })
  cache.instruments.readUnread().catch((error: unknown) => options.logFault('the list of instruments', error))

  function setAsking(asks: boolean): void {
    connection.pause(!asks)
    if (asks) scheduler.start()
    else scheduler.pause()
  }

  let isAsleep = false
  function setPaused(paused: boolean, forMs: number | undefined): void {
    if (paused) pause.begin(forMs ?? null)
    else pause.end()
    isAsleep = false
    setAsking(!paused)
  }

  function countMarkets(): ConnectionState['market'] {
    const markets = readFollowed().map(({ market }) => market)
    const count = (state: string): number => markets.filter((market) => market.state === state).length
    const openings = markets.flatMap(({ state, changesAt }) =>
      state === 'closed' && changesAt !== null ? [changesAt] : [],
    )
    return {
      open: count('open'),
      closed: count('closed'),
      unknown: count('unknown'),
      nextOpenAt: openings.length === 0 ? null : Math.min(...openings),
    }
  }

  return {
    profile,
    cache,
    threads,
    exports,
    reports,
    alerts,
    journal,
    cancels,
    attention,
    instruments,
    scheduler,
    problems,
    budget: () => ({ ...readBudget(), isSavingPower: power.isSaving }),
    forecastQuotes: (symbols) => board.forecast(symbols),
    connectionState: () => ({
      profile,
      ...connection.state,
      pausedUntil: pause.until,
      secretKeptIn: options.secretKeptIn(),
      session: broker.session() ?? cache.sessionDetails.get()?.details ?? null,
      market: countMarkets(),
    }),
    setPaused,
    sleep() {
      isAsleep ||= scheduler.isStarted
      if (isAsleep) scheduler.pause()
    },
    wake() {
      alerts.wake()
      // One job after another, as at a start: what fell due meanwhile does not all begin at once.
      if (isAsleep) scheduler.start()
      isAsleep = false
      pause.wake()
    },
    notePower() {
      publish('budget.changed')
      if (!power.isSaving) scheduler.hasten()
    },
    async restart() {
      await scheduler.stop()
      broker.forget()
      pause.end()
      setAsking(true)
    },
    signOut() {
      pause.end()
      isAsleep = false
      scheduler.pause()
      broker.forget()
      cache.sessionDetails.clear()
      connection.signOut()
    },
    async close() {
      stopWatchingClock()
      pause.stop()
      follower.stop()
      alerts.close()
      await Promise.all([scheduler.stop(), cancels.stop(), reports.close()])
      await broker.close()
      await Promise.all([exports.close(), threads.close()])
      budget.detach()
      closeDatabase(openedCache.db)
      closeDatabase(openedJournal.db)
    },
  }
}

const builtThreads = {
  cache: join(import.meta.dirname, 'cache-thread.js'),
  decoder: join(import.meta.dirname, 'decoder-thread.js'),
  export: join(import.meta.dirname, 'export-thread.js'),
}

/** What a person must know of a journal that was damaged or gone: what took its place, and where the old one lies. */
function describeRepair({ restoredFrom, movedAside }: OpenedJournal): string[] {
  return [
    ...(movedAside === null ? [] : [`The journal was damaged. It lies in ${movedAside} now`]),
    ...(restoredFrom === null ? [] : [`The journal was restored from ${restoredFrom}`]),
    ...(movedAside !== null && restoredFrom === null ? ['No backup was there: the journal begins anew'] : []),
  ]
}
