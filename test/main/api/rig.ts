import { join } from 'node:path'
import { Alerts } from '#main/alerts/alerts.ts'
import type { HandlerContext, OpenProfile } from '#main/api/context.ts'
import { createDispatcher } from '#main/api/dispatch.ts'
import { EventBus, DataNotices } from '#main/api/events.ts'
import { createHandlers } from '#main/api/handlers/all-handlers.ts'
import { createCacheThreads } from '#main/cache/threads/cache-threads.ts'
import { Exports } from '#main/export/exports.ts'
import { openDeviceSettings } from '#main/host/device-settings.ts'
import { KindKeeper } from '#main/kinds/kind-keeper.ts'
import { MirrorJob } from '#main/mirror/mirror-job.ts'
import { Cancels } from '#main/orders/cancels.ts'
import { OrderReader } from '#main/orders/order-reader.ts'
import { Reports } from '#main/reports/reports.ts'
import { InstrumentFollower } from '#main/sync/instrument/instrument-follower.ts'
import { Scheduler } from '#main/sync/scheduler/scheduler.ts'
import { createClient, type Client } from '#shared/client.ts'
import { AppError } from '#shared/errors.ts'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import { makeLock } from '../../fakes/app-lock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { startSync } from '../sync/harness.ts'
import { ScriptedJob } from '../sync/job.ts'
import { emptyBudget, keychain, noLedger, noPast } from './empty-parts.ts'

/** The open profile. */
export const profile = { id: 'demo', kind: 'demo', baseUrl: null } as const
/** All handlers over a real cache and journal, with a minimal fake monitor. */
export function startHandlers({ files = null }: Partial<Pick<HandlerContext, 'files'>> = {}) {
  const sync = startSync()
  const { clock, cache, journal, attention } = sync
  const events = new EventBus()
  const topics: string[] = []
  const faults: unknown[] = []
  events.listen((topic) => topics.push(topic))
  const jobs = (['accounts', 'instrument', 'reference', 'schedules', 'quotes', 'quotes-visible'] as const).map(
    (name) => new ScriptedJob(name),
  )
  const resolve = (): Promise<void> => Promise.resolve()
  const quiet = (): void => undefined
  const scheduler = new Scheduler({ clock, random: () => 0, onChange: quiet, onOutcome: quiet })
  scheduler.add(...jobs)
  const connection: ConnectionState = {
    profile,
    phase: 'live',
    since: clock.now(),
    pausedUntil: null,
    lastResponseAt: null,
    message: null,
    hold: null,
    secretPlace: 'demo',
    session: null,
    market: { open: 0, closed: 0, unknown: 0, nextOpenAt: null },
  }
  const reader = new OrderReader(sync.context)
  const cancels = new Cancels({
    ...sync.context,
    reader,
    logFault: quiet,
    mayRequest: () => true,
  })
  const open: OpenProfile = {
    profile,
    paths: {
      directory: '/data',
      journal: '/data/journal.sqlite',
      cache: '/data/cache.sqlite',
      exports: makeTemporaryDirectory(),
    },
    cache,
    threads: createCacheThreads('never started', 'never opened'),
    exports: new Exports({
      threadFile: 'never started',
      cachePath: 'never opened',
      folder: 'never written',
      clock,
      onChange: quiet,
      onDamage: quiet,
    }),
    mirror: new MirrorJob({
      ...{ profile, directory: '/data', settings: journal.settings, clock, onChange: quiet, logFault: quiet },
      threadFiles: { mirror: 'never started' },
    }),
    reports: new Reports({
      broker: sync.broker,
      library: journal.reports,
      schedules: journal.reportSchedules,
      clock,
      folder: 'never written',
      publish: (...[topic]) => void topics.push(topic),
      wakeJob: quiet,
      logFault: quiet,
    }),
    computers: {
      read: () => ({ suggestedName: 'Laptop', shared: null }),
      offer: () => 'no code',
      ...{ create: resolve, join: resolve, leave: resolve, check: resolve, choose: resolve },
    },
    alerts: new Alerts({
      ...{ cache, journal, clock, problems: new Map() },
      connection: () => connection,
      differences: () => [],
      missingPayments: () => null,
      listen: (listener) => events.listen(listener),
      publish: (...[topic]) => void topics.push(topic),
      logFault: (_, error) => faults.push(error),
    }),
    journal,
    ledger: {
      ...{
        reconcile: noLedger,
        listLots: noLedger,
        listQuantities: noLedger,
        readState: noLedger,
        readPastDays: noLedger,
      },
      choices: { method: 'fifo', openings: [], maturities: [] },
      readPast: () => Promise.resolve(noPast),
      performance: { read: noLedger, table: noLedger, explain: noLedger, realized: noLedger, benchmark: noLedger },
      readDayRows: (ids) => Promise.resolve(ids.map((accountId) => ({ accountId, isLoaded: false, rows: [] }))),
      ...{ listIncome: noLedger, summarizeIncome: noLedger, listCharges: noLedger, readCharges: noLedger },
    },
    kinds: new KindKeeper({ cache, journal, clock, publish: quiet, logFault: quiet }),
    cancels,
    attention,
    instruments: new InstrumentFollower(sync.context),
    scheduler,
    problems: new Map([['BAD@XXXX', 'The service does not know it']]),
    budget: () => emptyBudget,
    forecastQuotes: (symbols) => (symbols.includes('SBER@MISX') ? clock.now() + 4_000 : null),
    connectionState: () => connection,
    checkService: () => Promise.resolve({ at: clock.now(), rows: [] }),
    setPaused: () => undefined,
  }
  const context: HandlerContext = {
    clock,
    events,
    app: { version: '0.1.0', host: 'web', dataDir: '/data' },
    files,
    desktop: null,
    restartToUpdate: null,
    deviceSettings: openDeviceSettings(join(makeTemporaryDirectory(), 'settings.json')),
    dataNotices: new DataNotices(() => events.publish('data.changed')),
    logFault: (_, error) => faults.push(error),
    sealing: {
      read: () => ({ canSeal: true, isSealed: false, keyId: null, waiting: [] }),
      offer: () => ({ keyId: '0123456789abcdef', code: 'CODE', file: { name: 'recovery.txt', text: 'CODE' } }),
      seal: () => Promise.reject(new AppError('invalid', 'This is the recovery code of another key.')),
      open: () => Promise.resolve(),
      recover: () => Promise.reject(new AppError('not-found', 'This profile is not waiting for a key.')),
      startOver: () => Promise.reject(new AppError('not-found', 'This profile is not waiting for a key.')),
      progress: () => null,
    },
    setAsideJournals: {
      list: () => [],
      inspect: () => Promise.reject(new AppError('not-found', 'This backup no longer exists.')),
      bringBack: () => Promise.reject(new AppError('not-found', 'This backup no longer exists.')),
    },
    profileFiles: {
      restore: () => Promise.reject(new AppError('not-found', 'This backup no longer exists.')),
      deleteCache: () => Promise.resolve(),
      deleteProfile: () => Promise.reject(new AppError('not-found', 'This profile no longer exists.')),
      deleteAll: () => Promise.resolve([]),
    },
    erasures: { reports: [], retry: () => Promise.resolve([]), dismiss: () => undefined },
    lock: makeLock({ dataDir: makeTemporaryDirectory(), clock }),
    current: () => open,
    listProfiles: () => [profile],
    openProfile: () => Promise.resolve(),
    testConnection: () => Promise.reject(new AppError('secret-refused', 'The service refuses the secret')),
    connect: () => Promise.reject(new AppError('no-keychain', 'There is no keychain')),
    signOut: () => Promise.reject(new AppError('invalid', 'The demo has nothing to sign out of')),
    checkKeychain: () => Promise.resolve(keychain),
  }
  const dispatch = createDispatcher(createHandlers(context), (_, error) => faults.push(error))
  const client: Client = createClient({
    request: async (m, p) => structuredClone(await dispatch(m, p)),
    subscribe: () => () => undefined,
  })
  return { ...sync, client, faults, topics, jobs, scheduler }
}
