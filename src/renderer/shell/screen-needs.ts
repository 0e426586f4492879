import type { ScreenName } from '../navigation/screens.ts'

const held = ['getAsset', 'getAccount', 'getQuote']

/** The endpoints whose data each screen shows. An instrument says at each of its parts what is missing. */
const needs: Readonly<Partial<Record<ScreenName, readonly string[]>>> = {
  overview: [...held, 'listTransactions', 'listOrders', 'listPastBondEvents', 'listPastDividends'],
  positions: [...held, 'listPastBondEvents'],
  orders: ['listOrders'],
  watchlists: ['getQuote', 'listAllAssets', 'getSchedule'],
  transactions: ['listTransactions'],
  income: ['listTransactions', 'listPastBondEvents', 'listPastDividends', 'getAsset'],
  performance: [...held, 'listTransactions', 'listPastBondEvents', 'listPastDividends'],
  day: [...held, 'listTransactions'],
  margin: ['getAccount', 'getAsset', 'getTradingParams'],
  reconciliation: ['listTransactions', 'getAccount'],
}

export const endpointsOf = (screen: ScreenName): readonly string[] => needs[screen] ?? []
