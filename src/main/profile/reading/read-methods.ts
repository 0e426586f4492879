import type { Method } from '../../../shared/contract/contract.ts'

/** The requests that a command line program may send. None of them changes data. */
export const readMethods = [
  'accounts.list',
  'overview.read',
  'positions.list',
  'history.day',
  'transactions.page',
  'transactions.totals',
  'transactions.coverage',
  'transactions.groups',
  'transactions.withdrawn',
  'income.list',
  'income.summary',
  'performance.read',
  'performance.table',
  'performance.realized',
  'reconciliation.read',
  'quotes.list',
  'watchlists.list',
  'orders.list',
  'orders.readTimes',
  'events.list',
  'settings.read',
  'service.problems',
] as const satisfies readonly Method[]

export type ReadMethod = (typeof readMethods)[number]

export const isReadMethod = (method: string): boolean => readMethods.some((known) => known === method)
