import type { Cache } from '#main/cache/cache.ts'
import { readRateSymbols } from '#main/currency/read-rates.ts'
import { logPath, readLastLogLines } from '#main/host/log.ts'
import { describeHealth } from '#main/insight/health-report.ts'
import { listProblems } from '#main/insight/service-problems.ts'
import type { Journal } from '#main/journal/journal.ts'
import { parseJobName } from '#main/sync/scheduler/job.ts'
import { defaultSettings } from '#shared/default-settings.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { ServiceProblem } from '#shared/model/app/service.ts'
import { Settings } from '#shared/model/app/settings.ts'
import type { Health } from '#shared/model/app/system.ts'
import type { ReadQuotas } from '#shared/model/app/usage.ts'
import type { HandlerContext } from '../../context.ts'
import type { Handlers } from '../../dispatch.ts'
import { createPartReader } from '../../read/read-part.ts'

interface Data {
  readonly cache: Cache
  readonly journal: Journal
  readonly problems: ReadonlyMap<string, string>
}

/** Instruments of which the user may have been paid. */
const maxPayers = 10_000

/**
 * The data of the service that is missing now, without that of instruments that were only looked at. Throws a StorageError if
 * the files cannot be read.
 */
function readServiceProblems({ cache, journal, problems }: Data): ServiceProblem[] {
  const records = cache.serviceRecords.list()
  if (records.every(({ troubles }) => Object.keys(troubles).length === 0)) return []
  const held = new Set(cache.accounts.list().flatMap(({ account }) => account.positions.map(({ symbol }) => symbol)))
  const followed = new Set(readRateSymbols({ cache, journal, problems }))
  const payers = new Set(
    cache.corporateEvents.listUnreadPayers(Number.MAX_SAFE_INTEGER, maxPayers).map(({ symbol }) => symbol),
  )
  const concerns: Readonly<Record<string, (symbol: string) => boolean>> = {
    getAsset: (symbol) => held.has(symbol) || followed.has(symbol),
    // A watched instrument says in its own row what it misses.
    getQuote: (symbol) => held.has(symbol) || followed.has(symbol),
    listPastBondEvents: (symbol) => held.has(symbol) || payers.has(symbol),
    listPastDividends: (symbol) => held.has(symbol) || payers.has(symbol),
    listFutureSplits: (symbol) => held.has(symbol),
    getTradingParams: (symbol) => held.has(symbol),
    getSchedule: (symbol) => held.has(symbol),
  }
  return listProblems(records, (endpoint, subject) => concerns[endpoint]?.(subject) ?? true)
}

type SettingsHandlers = Pick<Handlers, Extract<keyof Handlers, `settings.${string}`>>

/** Settings of the user. Some belong to this computer, some to the open profile. */
export function createSettingsHandlers({ current, deviceSettings, events }: HandlerContext): SettingsHandlers {
  function readSettings(): Settings {
    // Each field is checked alone, so that an invalid field of another version does not lose the others.
    const stored: Readonly<Record<string, unknown>> = { ...current().journal.settings.all(), ...deviceSettings.all() }
    const readable = Object.entries(Settings.shape).flatMap(([key, schema]) => {
      const parsed = schema.safeParse(stored[key])
      return parsed.success && stored[key] !== undefined ? [[key, parsed.data] as const] : []
    })
    return Settings.parse({ ...defaultSettings, ...Object.fromEntries(readable) })
  }

  return {
    'settings.read': readSettings,
    'settings.write'(changes) {
      current().journal.settings.setAll(deviceSettings.keep(changes))
      events.publish('settings.changed')
      return readSettings()
    },
  }
}

type SystemHandlers = Pick<
  Handlers,
  | Extract<keyof Handlers, `health.${string}` | `service.${string}`>
  | 'app.read'
  | 'desktop.read'
  | 'desktop.restartToUpdate'
  | 'budget.read'
  | 'quotas.read'
  | 'quotes.forecast'
  | 'sync.now'
  | 'attention.set'
>

const maxLogLines = 500

/** The status of the app, the desktop integration, and what windows show. */
export function createSystemHandlers(context: HandlerContext): SystemHandlers {
  const { current, app } = context
  const readPart = createPartReader(context.logFault)

  function readQuotas(): ReadQuotas {
    const { quotas, fetchedAt } = current().cache.quotas.list()
    return { rows: quotas, fetchedAt }
  }

  async function readHealth(): Promise<Health> {
    const { cache, journal, scheduler, budget } = current()
    const [quotas, keychain, cacheSizes, journalState, malformed, service, events] = await Promise.all([
      readPart(m.errors_the_quotas(), readQuotas),
      readPart(m.errors_the_keychain(), () => context.checkKeychain({ isForced: false })),
      readPart(m.errors_the_size_of_the_cache(), () => cache.sizes()),
      readPart(m.errors_the_state_of_the_journal(), () => ({
        bytes: journal.bytes(),
        lastBackupAt: journal.backups.latestAt(),
      })),
      readPart(m.errors_the_malformed_rows(), () => cache.malformed.list()),
      readPart(m.errors_the_records_of_the_service(), () => cache.serviceRecords.list()),
      readPart(m.errors_the_events_of_the_journal(), () => journal.events.latest(50)),
    ])
    return {
      version: app.version,
      budget: budget(),
      jobs: scheduler.states,
      quotas,
      keychain,
      malformed,
      service,
      events,
      storage: {
        dataDir: app.dataDir,
        cache: cacheSizes === null ? null : { ...cacheSizes, tables: [...cacheSizes.tables] },
        journal: journalState,
      },
    }
  }

  return {
    'app.read': () => ({ ...app, platform: process.platform }),
    'desktop.read': async () => (await context.desktop?.()) ?? null,
    'desktop.restartToUpdate'() {
      if (context.restartToUpdate === null)
        throw new AppError('invalid', m.errors_only_the_desktop_app_updates_itself())
      context.restartToUpdate()
    },
    'budget.read': () => current().budget(),
    'quotas.read': readQuotas,
    'quotes.forecast'({ symbols }) {
      const shown = symbols ?? [...current().attention.visibleSymbols]
      return { symbols: shown.length, nextAt: current().forecastQuotes(shown) }
    },
    'service.problems': () => readServiceProblems(current()),
    'service.check': () => current().checkService('user'),
    'health.read': readHealth,
    'health.report': async () => ({
      text: describeHealth(await readHealth(), current().connectionState(), context.clock.now()),
    }),
    'health.readLog': async () => ({
      path: logPath(app.dataDir),
      text: await readLastLogLines(app.dataDir, maxLogLines),
    }),
    'health.openLog'() {
      if (context.files === null)
        throw new AppError('invalid', m.errors_open_this_file_data_dir({ dataDir: logPath(app.dataDir) }))
      return context.files.open(logPath(app.dataDir))
    },
    'sync.now': ({ job }) => current().scheduler.wake(job === null ? null : parseJobName(job), 'user'),
    'attention.set': ({ viewId, symbols, isVisible, showsOrders }) =>
      current().attention.set(viewId, symbols, isVisible, showsOrders),
  }
}
