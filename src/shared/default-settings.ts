import type { RequestShare, Settings } from './model/app/settings.ts'

/** The settings of a new profile. */
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  palette: 'green-red',
  hideAmounts: false,
  accountCurrency: null,
  lotMethod: 'fifo',
  knownDay: { maxPriceAgeDays: 5, minPricedPercent: 95, minCoveredPercent: 95 },
  assistants: { isOn: false, amounts: 'shown' },
  language: null,
  positionColumns: null,
  locale: null,
  tray: { shows: 'day-profit', accountId: null, symbols: [] },
  closesToTray: true,
  startsWithSystem: null,
  glanceShortcut: null,
  notifies: true,
  silentHours: null,
  silenceToldAt: null,
  requestShare: 'all',
  usesSystemNetwork: true,
  knowsWhereItCloses: false,
}

/** The fraction of the request limit for each setting. */
export const requestShares: Readonly<Record<RequestShare, number>> = { all: 1, half: 0.5, fifth: 0.2 }
