import { Settings } from '../../../shared/model/settings.ts'
import { describeHealth } from '../../insight/health-report.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import type { Health } from '../../../shared/model/health.ts'
import type { ReadQuotas } from '../../../shared/model/usage.ts'

type SystemHandlers = Pick<
  Handlers,
  | Extract<keyof Handlers, `settings.${string}` | `health.${string}`>
  | 'app.read'
  | 'budget.read'
  | 'quotas.read'
  | 'quotes.forecast'
  | 'sync.now'
  | 'attention.set'
>

const defaults: Settings = {
  theme: 'system',
  density: 'comfortable',
  palette: 'green-red',
  hideAmounts: false,
  accountCurrency: null,
  locale: null,
  tray: { shows: 'day-profit', accountId: null, symbols: [] },
  closesToTray: true,
  startsWithSystem: true,
  glanceShortcut: null,
  notifies: true,
  silentHours: null,
  knowsWhereItCloses: false,
}

/** The monitor itself: health, settings, what windows look at. */
export function createSystemHandlers(context: HandlerContext): SystemHandlers {
  const { current, app, events } = context

  function readSettings(): Settings {
    // Each field alone: one that an older or newer version wrote otherwise does not cost the others.
    const stored = current().journal.settings.all()
    const readable = Object.entries(Settings.shape).flatMap(([key, schema]) => {
      const parsed = schema.safeParse(stored[key])
      return parsed.success && stored[key] !== undefined ? [[key, parsed.data] as const] : []
    })
    return Settings.parse({ ...defaults, ...Object.fromEntries(readable) })
  }

  function readQuotas(): ReadQuotas {
    const { quotas, fetchedAt } = current().cache.quotas.list()
    return { rows: quotas, fetchedAt }
  }

  async function readHealth(): Promise<Health> {
    const { cache, journal, scheduler, budget } = current()
    const { tables, bytes } = cache.sizes()
    return {
      version: app.version,
      budget: budget(),
      quotas: readQuotas(),
      jobs: scheduler.states,
      keychain: await context.checkKeychain({ anew: false }),
      storage: {
        dataDir: app.dataDir,
        cacheBytes: bytes,
        journalBytes: journal.bytes(),
        tables: [...tables],
        lastBackupAt: journal.lastBackupAt(),
      },
      malformed: cache.malformed.list(),
      events: journal.events.latest(50),
    }
  }

  return {
    'app.read': () => ({ ...app, platform: process.platform }),
    'budget.read': () => current().budget(),
    'quotas.read': readQuotas,
    'quotes.forecast'({ symbols }) {
      const asked = symbols ?? [...current().attention.visibleSymbols]
      return { symbols: asked.length, nextAt: current().forecastQuotes(asked) }
    },
    'health.read': readHealth,
    'health.report': async () => ({
      text: describeHealth(await readHealth(), current().connectionState(), context.clock.now()),
    }),
    'sync.now': ({ job }) => current().scheduler.wake(job, 'person'),
    'attention.set': ({ viewId, symbols, isVisible, showsOrders }) =>
      current().attention.set(viewId, symbols, isVisible, showsOrders),
    'settings.read': readSettings,
    'settings.write'(changes) {
      current().journal.settings.setAll(changes)
      events.publish('settings.changed')
      return readSettings()
    },
  }
}
