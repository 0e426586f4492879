import type { Method, Topic } from './contract.ts'

/** What a request is that changes nothing. A window keeps its last answer and shows it while the host does not respond. */
export interface ReadTraits {
  /** A command line program and an assistant may send it. */
  readonly forCommands?: true
  /** A screen that is opened again shows the last answer while a new one is read. All figures in it have their own age. */
  readonly isRemembered?: true
  /** The events after which its answer may differ. Windows that show it send it again after each of them. */
  readonly changedBy?: readonly Topic[]
}

type Changed = Topic extends infer T ? (T extends `${infer Name}.changed` ? Name : never) : never

/** The topics `x.changed` of these names. */
export const by = <const N extends readonly Changed[]>(...names: N): readonly `${N[number]}.changed`[] =>
  names.map((name): `${N[number]}.changed` => `${name}.changed`)

/** Positions and money at the present rates. */
const valued = by('accounts', 'quotes', 'instruments', 'currencies', 'settings')
/** Quotes with what is known of their instruments. */
const quoted = by('quotes', 'instruments', 'schedules', 'accounts')
/** Income and its payments. */
const paid = by('ledger', 'transactions', 'coverage', 'events', 'accounts', 'instruments')
/** The result of a period that may include today. */
const measured = [...valued, ...by('ledger', 'coverage')] as const
/** Everything that a rule can be about. */
const alerted = [
  ...by('alerts', 'quotes', 'accounts', 'orders', 'reports', 'events', 'ledger', 'connection'),
  ...by('instruments', 'schedules', 'currencies', 'settings'),
] as const

/** The requests that only read. One without `changedBy` is sent once for each question. */
export const reads = {
  'connection.read': { changedBy: by('connection') },
  'profiles.list': { changedBy: by('connection') },
  'accounts.list': {
    forCommands: true,
    isRemembered: true,
    changedBy: by('accounts', 'instruments', 'schedules', 'currencies', 'settings'),
  },
  'overview.read': { forCommands: true, isRemembered: true, changedBy: [...valued, ...by('orders', 'schedules')] },
  'positions.list': { forCommands: true, isRemembered: true, changedBy: [...valued, ...by('schedules', 'events')] },
  'positions.whole': { isRemembered: true, changedBy: valued },
  'bonds.list': { isRemembered: true, changedBy: by('accounts', 'instruments', 'quotes', 'events') },
  'allocation.read': { isRemembered: true, changedBy: valued },
  'equity.history': {
    isRemembered: true,
    changedBy: by('equity', 'ledger', 'coverage', 'instruments', 'currencies', 'settings'),
  },
  'positions.history': { changedBy: by('equity', 'instruments') },
  'currencies.read': { isRemembered: true, changedBy: valued },
  'watchlists.list': { forCommands: true, isRemembered: true, changedBy: by('watchlists') },
  'watchlists.quotes': { isRemembered: true, changedBy: [...quoted, ...by('watchlists')] },
  'watchlists.sparklines': { changedBy: by('quotes', 'watchlists') },
  'quotes.history': { changedBy: by('quotes') },
  'instruments.search': {},
  'instruments.state': { changedBy: by('instruments') },
  'instruments.read': { changedBy: by('instrument', 'instruments', 'schedules', 'events') },
  'instruments.book': { changedBy: by('instrument') },
  'instruments.trades': { changedBy: by('instrument') },
  'instruments.constituents': { changedBy: by('instrument') },
  'instruments.chain': { changedBy: by('instrument') },
  'instruments.prices': { changedBy: by('quotes') },
  'quotes.list': { forCommands: true, changedBy: quoted },
  'transactions.recent': { isRemembered: true, changedBy: by('transactions', 'coverage', 'instruments') },
  'events.list': { forCommands: true, isRemembered: true, changedBy: by('events', 'accounts', 'instruments') },
  'transactions.page': { forCommands: true, changedBy: by('transactions', 'instruments') },
  'transactions.seek': {},
  'transactions.totals': { forCommands: true, isRemembered: true, changedBy: by('transactions') },
  'transactions.periods': { changedBy: by('transactions') },
  'transactions.counts': { changedBy: by('transactions') },
  'transactions.detail': { changedBy: by('transactions', 'instruments') },
  'transactions.previewGroup': { changedBy: by('transactions') },
  'transactions.groups': { forCommands: true },
  'transactions.withdrawn': { forCommands: true, isRemembered: true, changedBy: by('transactions', 'instruments') },
  'transactions.facets': { changedBy: by('transactions', 'instruments') },
  'transactions.coverage': { forCommands: true, isRemembered: true, changedBy: by('coverage', 'accounts') },
  'views.list': { changedBy: by('views') },
  'exports.list': { changedBy: by('exports') },
  'reconciliation.read': {
    forCommands: true,
    isRemembered: true,
    changedBy: by('ledger', 'coverage', 'accounts', 'instruments'),
  },
  'lots.list': { changedBy: by('ledger', 'coverage') },
  'positions.quantities': { changedBy: by('ledger', 'coverage') },
  'charges.list': { changedBy: by('transactions', 'coverage', 'ledger', 'events') },
  'charges.read': { changedBy: by('transactions', 'coverage', 'ledger', 'events') },
  'ledger.state': { isRemembered: true, changedBy: ['ledger.progress', 'ledger.changed'] },
  'margin.stress': { isRemembered: true, changedBy: [...valued, ...by('schedules')] },
  'margin.portfolio': { isRemembered: true, changedBy: valued },
  'margin.history': {
    isRemembered: true,
    changedBy: by('equity', 'accounts', 'instruments', 'currencies', 'settings'),
  },
  'shockSets.list': { changedBy: by('settings') },
  'day.explain': { isRemembered: true, changedBy: [...valued, ...by('transactions', 'coverage')] },
  'history.day': {
    forCommands: true,
    isRemembered: true,
    changedBy: by('ledger', 'coverage', 'instruments', 'currencies', 'settings'),
  },
  'history.compare': { isRemembered: true, changedBy: by('ledger', 'coverage', 'instruments', 'settings') },
  'income.list': { forCommands: true, isRemembered: true, changedBy: paid },
  'income.unsettled': { isRemembered: true, changedBy: by('accounts', 'instruments', 'events') },
  'income.summary': {
    forCommands: true,
    isRemembered: true,
    changedBy: [...paid, ...by('quotes', 'currencies', 'settings')],
  },
  'performance.read': { forCommands: true, isRemembered: true, changedBy: measured },
  'performance.table': { forCommands: true, isRemembered: true, changedBy: measured },
  'performance.explain': { changedBy: measured },
  'performance.realized': {
    forCommands: true,
    isRemembered: true,
    changedBy: by('ledger', 'coverage', 'instruments', 'settings'),
  },
  'performance.benchmark': { isRemembered: true, changedBy: measured },
  'orders.list': { forCommands: true, isRemembered: true, changedBy: by('orders', 'cancels', 'instruments', 'quotes') },
  'orders.readTimes': { forCommands: true, isRemembered: true, changedBy: by('orders', 'connection') },
  'orders.history': { changedBy: by('orders') },
  'orders.changes': { changedBy: by('orders', 'instruments') },
  'cancels.list': { changedBy: by('cancels') },
  'cancels.read': {},
  'reports.list': { isRemembered: true, changedBy: by('reports') },
  'reports.preview': { changedBy: [] },
  'reports.find': {},
  'reports.schedules': { isRemembered: true, changedBy: by('reports') },
  'alerts.list': { isRemembered: true, changedBy: alerted },
  'alerts.preview': { changedBy: alerted },
  'notices.list': { isRemembered: true, changedBy: by('notices', 'instruments') },
  'app.read': { isRemembered: true, changedBy: [] },
  'desktop.read': { changedBy: by('desktop', 'settings') },
  'budget.read': { isRemembered: true, changedBy: by('budget') },
  'quotas.read': { changedBy: by('budget') },
  'quotes.forecast': { changedBy: by('budget', 'quotes') },
  'health.read': { isRemembered: true, changedBy: by('jobs', 'connection', 'service', 'data') },
  'service.problems': { forCommands: true, isRemembered: true, changedBy: by('service', 'accounts') },
  'health.report': {},
  'health.readLog': {},
  'settings.read': { forCommands: true, changedBy: by('settings') },
  'data.read': { changedBy: by('data') },
  'data.backups': { changedBy: by('data') },
  'erasure.read': { changedBy: by('erasure') },
  'sealing.read': { changedBy: by('data') },
  'sealing.listSetAside': { changedBy: by('data') },
  'computers.read': { changedBy: by('computers') },
  'assistants.read': { changedBy: [] },
  'mirror.read': { changedBy: by('mirror') },
  'visits.read': {
    isRemembered: true,
    changedBy: by('transactions', 'orders', 'events', 'notices', 'accounts', 'instruments'),
  },
} as const satisfies Readonly<Partial<Record<Method, ReadTraits>>>
