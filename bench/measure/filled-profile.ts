import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cache } from '#main/cache/cache.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { Instrument } from '#shared/model/instrument.ts'
import type { LedgerSet } from '../ledger/ledger-set.ts'
import { openQuietProfile } from './quiet-profile.ts'

/** A data directory with one profile that contains this set, as the app stores it. */
export async function fillProfile(dataDir: string, set: LedgerSet): Promise<string> {
  const directory = join(dataDir, 'profiles', 'bench')
  mkdirSync(directory, { recursive: true })
  writeFileSync(
    join(directory, 'profile.json'),
    JSON.stringify({ id: 'bench', kind: 'service', baseUrl: 'http://127.0.0.1:9' }),
  )
  const { profile } = await openQuietProfile(directory)
  const { cache } = profile
  for (const rows of set.chunks()) await cache.transactions.store(set.accountId, pack(rows), Date.now(), null)
  await cache.transactions.store(set.accountId, pack([]), Date.now(), { from: set.beginsAt, to: Date.now() + 1 })
  cache.history.putBeginning(set.accountId, set.beginsAt)
  cache.accounts.replaceAccount(set.account(), Date.now())
  await profile.close()
  return directory
}

/**
 * Stores the list of instruments in the writing thread, as a download does. Written by the main thread without pauses, it
 * would keep that thread from writing, until its waiting fails.
 */
export async function storeInstruments({ instruments }: Cache, list: readonly Instrument[]): Promise<void> {
  instruments.download.begin(Date.now())
  await instruments.storePage({ content: pack(list), malformedCount: 0, nextCursor: null })
  await instruments.endDownload(Date.now(), true)
}

/** Replays the holdings into the cache, as the running app does. */
export async function replayProfile(directory: string): Promise<void> {
  const { profile, client } = await openQuietProfile(directory)
  await client.call('reconciliation.read', { accountId: null })
  await profile.close()
}
