import type { Topic } from '#shared/contract/contract.ts'
import type { MethodWith } from '#shared/contract/request-traits.ts'

const alerts = ['alerts.list', 'alerts.preview']
const ledger = [
  ...['ledger.listCharges', 'ledger.listIncome', 'ledger.listLots', 'ledger.listQuantities', 'ledger.performance'],
  ...['ledger.readCharges', 'ledger.readPast', 'ledger.readPastDays', 'ledger.reconcile', 'ledger.summarizeIncome'],
]

/**
 * The parts of the handlers' context that may differ after each event. `ledger.changed` follows every change of rows,
 * instruments, events and choices that changes a holding; the answers of the ledger that also contain rows, names or events
 * are in their lists too.
 */
export const partsChanged: Partial<Record<Topic, readonly string[]>> = {
  'accounts.changed': ['cache.accounts', 'journal.margin', ...alerts],
  'alerts.changed': alerts,
  'budget.changed': ['budget', 'cache.quotas', 'forecastQuotes'],
  'cancels.changed': ['journal.cancels'],
  'computers.changed': ['computers.read'],
  'connection.changed': ['connectionState', 'cache.sessionDetails', 'checkKeychain', 'listProfiles', ...alerts],
  'coverage.changed': [
    ...['cache.coverage', 'cache.history', 'cache.missing', 'cache.missingCounts', 'cache.unreadable'],
    ...[...ledger, 'ledger.readDayRows'],
  ],
  'currencies.changed': ['setting.baseCurrency', 'setting.rateInstruments', ...alerts],
  'data.changed': [
    ...['journal.backups', 'journal.bytes', 'dataNotices.list', 'sealing.read', 'setAsideJournals.list'],
  ],
  'desktop.changed': ['desktop'],
  'equity.changed': ['journal.equity', 'journal.positions', 'journal.margin'],
  'erasure.changed': ['erasures.reports'],
  'events.changed': [
    ...['cache.corporateEvents', 'journal.bondTerms', ...alerts, 'ledger.listCharges', 'ledger.readCharges'],
    ...['ledger.listIncome', 'ledger.summarizeIncome'],
  ],
  'exports.changed': ['exports.list'],
  'instrument.changed': ['cache.instrumentParts', 'instruments.standing', 'instruments.chains'],
  'instruments.changed': [
    ...['cache.instruments', 'cache.instrumentDetails', 'cache.transactions', 'instruments.partsOf', ...alerts],
    ...['ledger.listIncome', 'ledger.summarizeIncome', 'ledger.performance', 'ledger.readPast', 'ledger.readPastDays'],
  ],
  'jobs.changed': ['scheduler.states', 'cache.sizes', 'journal.events'],
  'ledger.changed': [...ledger, 'ledger.readState', 'cache.activeDays', ...alerts],
  'ledger.progress': ['ledger.readState'],
  'lock.changed': ['lock.state'],
  'mirror.changed': ['mirror.state'],
  'notices.changed': ['journal.notices'],
  'orders.changed': ['cache.orders', 'journal.orders', ...alerts],
  'quotes.changed': ['cache.quotes', 'journal.quotes', 'problems.get', 'forecastQuotes', ...alerts],
  'reports.changed': ['reports.list', 'reports.schedules', ...alerts],
  'schedules.changed': ['cache.schedules', ...alerts],
  'service.changed': ['cache.serviceRecords', 'cache.malformed'],
  'settings.changed': [
    ...['setting.*', 'setting.accountCurrency', 'setting.knownDay', 'setting.shockSets', 'deviceSettings.all'],
    ...['desktop', ...alerts, 'ledger.performance', 'ledger.readPast', 'ledger.readPastDays'],
  ],
  'transactions.changed': [
    ...['cache.transactions', 'threads.counts', 'threads.findAlike', 'threads.periods', 'threads.totals'],
    ...['journal.former', 'journal.withdrawn', 'kinds.chosenFor', 'kinds.groups', 'ledger.readDayRows'],
    ...['ledger.listCharges', 'ledger.readCharges', 'ledger.listIncome', 'ledger.summarizeIncome'],
  ],
  'views.changed': ['journal.views'],
  'watchlists.changed': ['journal.watchlists'],
}

/** What a window itself decides, and what stays while a profile is open. */
export const constantParts: readonly string[] = [
  ...['attention.isWindowVisible', 'attention.visibleSymbols'],
  ...['paths.cache', 'paths.directory', 'profile.id', 'reports.filePath'],
]

interface Exemption {
  readonly why: string
  readonly parts: readonly string[]
  readonly of: readonly MethodWith<'changedBy'>[]
}

const performance = ['performance.read', 'performance.table', 'performance.explain', 'performance.benchmark'] as const

/** Parts that a handler reads although a change of them alone is no reason for another read. */
export const exemptions: readonly Exemption[] = [
  {
    why: 'only the ids of the accounts are read',
    parts: ['cache.accounts'],
    of: [
      ...(['history.day', 'history.compare', 'lots.list', 'positions.quantities', 'charges.list'] as const),
      ...(['transactions.recent', 'performance.realized'] as const),
    ],
  },
  {
    why: 'the answer has no figure of a single position that depends on its market or maturity',
    parts: ['cache.schedules', 'cache.corporateEvents', 'journal.bondTerms'],
    of: ['positions.whole', 'allocation.read', 'margin.portfolio'],
  },
  { why: 'it has no maturity', parts: ['cache.corporateEvents', 'journal.bondTerms'], of: ['margin.stress'] },
  {
    why: 'prices only help to find the currency of an equity, which stays once it is found',
    parts: ['cache.quotes'],
    of: ['accounts.list', 'margin.history', 'equity.history'],
  },
  {
    why: 'each reading of an account is recorded a few seconds later',
    parts: ['cache.accounts', 'cache.schedules'],
    of: ['equity.history'],
  },
  {
    why: 'what is recorded of a day that is over does not change',
    parts: ['cache.quotes', 'journal.quotes', 'journal.equity', 'journal.positions'],
    of: ['history.day', 'history.compare'],
  },
  {
    why: 'the account that was read says more about today than its record, and rows reach the figures through the ledger',
    parts: ['cache.schedules', 'cache.transactions', 'journal.equity'],
    of: [...performance, 'performance.realized'],
  },
  {
    why: 'it has amounts in their own currencies only',
    parts: ['cache.quotes', 'setting.baseCurrency', 'setting.rateInstruments'],
    of: ['performance.realized'],
  },
  {
    why: 'the ledger reads the same row, of which no name is shown',
    parts: ['cache.transactions'],
    of: ['charges.read'],
  },
  {
    why: 'permissions rarely change, and the event follows every few responses of the service',
    parts: ['cache.sessionDetails'],
    of: ['instruments.read', 'quotes.list', 'watchlists.quotes', 'day.explain'],
  },
  {
    why: 'the screen says itself that nothing is read while syncing is off',
    parts: ['scheduler.states'],
    of: [
      ...(['instruments.read', 'instruments.book', 'instruments.trades', 'instruments.constituents'] as const),
      'instruments.chain',
    ],
  },
  {
    why: 'the event follows every request, and the budget has a request of its own',
    parts: ['budget', 'cache.quotas'],
    of: ['health.read'],
  },
  {
    why: 'troubles with the instruments of rates and events are noted with the service',
    parts: [
      ...['cache.corporateEvents', 'cache.instruments', 'cache.instrumentDetails', 'cache.quotes'],
      ...['setting.accountCurrency', 'setting.baseCurrency', 'setting.rateInstruments'],
    ],
    of: ['service.problems'],
  },
]
