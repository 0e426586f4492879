import type { Client } from '../../../shared/client.ts'
import type { ConnectionState } from '../../../shared/model/connection.ts'
import type { Overview } from '../../../shared/model/portfolio.ts'
import type { Settings } from '../../../shared/model/settings.ts'
import type { QuoteRow } from '../../../shared/model/watchlist.ts'

/** All that the tray shows is made of this. */
export interface TrayReading {
  readonly settings: Settings
  readonly connection: ConnectionState
  readonly overview: Overview
  /** Of the chosen symbols, in their order. */
  readonly quotes: readonly QuoteRow[]
}

/** Reads as a window does: the tray knows no more than the contract tells. */
export async function readTray(client: Client): Promise<TrayReading> {
  const settings = await client.call('settings.read')
  const [connection, overview, quotes] = await Promise.all([
    client.call('connection.read'),
    client.call('overview.read', { accountId: null }),
    client.call('quotes.list', { symbols: settings.tray.symbols }),
  ])
  return { settings, connection, overview, quotes }
}
