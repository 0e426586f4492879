/** A period of the performance screen: a named one, which moves with time, or two UTC days, both included. */
export type PeriodChoice =
  | { readonly name: PeriodName }
  | { readonly name: 'days'; readonly first: string; readonly last: string }
export type PeriodName = (typeof periodNames)[number]
export const periodNames = ['year', '1y', '3y', 'all'] as const

/** What the performance screen shows. It is part of the address, so that back, forward and a restart keep it. */
export interface PerformanceSettings {
  /** `null`: all accounts. `undefined`: the account selected in the window. */
  readonly accountId: string | null | undefined
  readonly symbol: string | null
  readonly type: string | null
  readonly currency: string | null
  readonly period: PeriodChoice
  readonly table: 'year' | 'month'
  /** The symbol of the instrument to compare with. */
  readonly benchmark: string | null
  /** The year of the realized lots; `null`: the latest year of the period. */
  readonly taxYear: number | null
}

export const defaultPerformance: PerformanceSettings = {
  accountId: undefined,
  symbol: null,
  type: null,
  currency: null,
  period: { name: 'all' },
  table: 'year',
  benchmark: null,
  taxYear: null,
}

const path = '#/performance'
const maxLength = 128

/** The address of the settings: `#/performance?account=7&type=BONDS&period=2024-01-01..2024-06-30`. Defaults are left out. */
export function performanceHash(settings: PerformanceSettings): string {
  const { accountId, symbol, type, currency, period, table, benchmark, taxYear } = settings
  const query = new URLSearchParams()
  if (accountId !== undefined) query.set('account', accountId ?? '')
  if (symbol !== null) query.set('symbol', symbol)
  if (type !== null) query.set('type', type)
  if (currency !== null) query.set('currency', currency)
  if (period.name === 'days') query.set('period', `${period.first}..${period.last}`)
  else if (period.name !== defaultPerformance.period.name) query.set('period', period.name)
  if (table !== defaultPerformance.table) query.set('table', table)
  if (benchmark !== null) query.set('benchmark', benchmark)
  if (taxYear !== null) query.set('lots', String(taxYear))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Parses the settings of an address. Unknown parts are ignored, so that addresses of other versions still open. */
export function performanceSettingsOf(hash: string): PerformanceSettings {
  const query = new URLSearchParams(hash.startsWith(`${path}?`) ? hash.slice(path.length + 1) : '')
  const account = query.get('account')
  const text = (key: string): string | null => {
    const value = query.get(key)
    return value === null || value === '' || value.length > maxLength ? null : value
  }
  const year = /^\d{4}$/.exec(query.get('lots') ?? '')?.[0]
  return {
    accountId: account === null || account.length > maxLength ? undefined : account || null,
    symbol: text('symbol'),
    type: text('type'),
    currency: text('currency'),
    period: readPeriod(query.get('period') ?? ''),
    table: query.get('table') === 'month' ? 'month' : 'year',
    benchmark: text('benchmark'),
    taxYear: year === undefined ? null : Number(year),
  }
}

/** Whether an address belongs to the performance screen. */
export const isPerformanceHash = (hash: string): boolean => hash === path || hash.startsWith(`${path}?`)

/** Whether an address contains no settings. */
export const isBarePerformanceHash = (hash: string): boolean => hash === path

function readPeriod(text: string): PeriodChoice {
  const name = periodNames.find((each) => each === text)
  if (name !== undefined) return { name }
  const [, first, last] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text) ?? []
  if (first === undefined || last === undefined || !isDate(first) || !isDate(last) || first > last)
    return defaultPerformance.period
  return { name: 'days', first, last }
}

function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
