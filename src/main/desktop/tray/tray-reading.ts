import type { Client } from '../../../shared/client.ts'
import type { ConnectionState } from '../../../shared/model/connection.ts'
import type { Overview } from '../../../shared/model/portfolio.ts'
import type { Settings } from '../../../shared/model/settings.ts'
import type { QuoteRow } from '../../../shared/model/watchlist.ts'

/** The data that the tray shows. */
export interface TrayReading {
  readonly settings: Settings
  readonly connection: ConnectionState
  readonly overview: Overview
  /** The quotes of the chosen symbols, in their order. */
  readonly quotes: readonly QuoteRow[]
}

/** Reads the tray's data through the contract, as a window does. */
export async function readTray(client: Client): Promise<TrayReading> {
  const settings = await client.call('settings.read')
  const [connection, overview, quotes] = await Promise.all([
    client.call('connection.read'),
    client.call('overview.read', { accountId: null }),
    client.call('quotes.list', { symbols: settings.tray.symbols }),
  ])
  return { settings, connection, overview, quotes }
}
