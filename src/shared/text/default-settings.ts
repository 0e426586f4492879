import type { Settings } from './model/settings.ts'

/** What holds until a person chooses. */
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  palette: 'green-red',
  hideAmounts: false,
  accountCurrency: null,
  locale: null,
  tray: { shows: 'day-profit', accountId: null, symbols: [] },
  closesToTray: true,
  startsWithSystem: null,
  glanceShortcut: null,
  notifies: true,
  silentHours: null,
  silenceToldAt: null,
  knowsWhereItCloses: false,
}
