import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HandlerContext } from '#main/api/context.ts'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { compareOrder } from '#main/insight/orders/order-changes.ts'
import type { RunningProfile } from '#main/profile/opening/open-profile.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import type { Client } from '#shared/client.ts'
import { dayMs } from '#shared/durations.ts'
import { openTestProfile } from '../../../fakes/running-profile.ts'
import { openWindow } from '../../../fakes/window.ts'
import { d, makeAccount, makeDetails, makeOrder, makePosition, makeQuote } from '../../insight/make.ts'
import { accountId, makeTrade } from '../../ledger/rig.ts'

export { accountId }
export const [share, bond] = ['AAA@XXXX', 'BBB@MISX']
export const orderId = makeOrder().id
export const now = Date.now()

const keychain = { kind: 'ready', message: '', remedy: '' } as const
const desktop = { hasTray: true, shortcut: 'none', autostart: 'off', update: { kind: 'none' } } as const

/** A profile without a service, with something of each kind of data, and a window on it. */
export async function openFilled(watch: (context: HandlerContext) => HandlerContext) {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  const events = new EventBus()
  const faults: unknown[] = []
  const logFault = (where: string, error: unknown): void => void faults.push([where, error])
  const profile = await openTestProfile({
    ...{ directory, clock, events, logFault, budget: createBudget({ clock }) },
    service: { baseUrl: 'http://127.0.0.1:9', secret: 'secret of a test' },
  })
  profile.setPaused(true, undefined)
  const listId = await fill(profile)
  const client: Client = openWindow(profile, {
    ...{ dataDir: directory, clock, events, logFault },
    watch: (context) =>
      watch({
        ...context,
        desktop: () => Promise.resolve(desktop),
        checkKeychain: () => Promise.resolve(keychain),
      }),
  })
  return {
    ...{ client, faults, listId },
    async close() {
      await profile.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Returns the id of the watchlist. */
async function fill({ cache, journal }: RunningProfile): Promise<string> {
  const positions = [share, bond].map((symbol) => makePosition({ symbol }))
  const cash = ['RUB', 'USD'].map((currency) => ({ currency, amount: d('10') }))
  cache.accounts.replaceAccount(makeAccount({ id: accountId, positions, cash }), now)
  cache.history.putBeginning(accountId, now - 95 * dayMs)
  const rows = [
    makeTrade('1', now - 9 * dayMs, share, '10', '-10'),
    makeTrade('2', now - 8 * dayMs, share, '-10', '10'),
  ]
  await cache.transactions.store(accountId, pack(rows), now, { from: now - 100 * dayMs, to: now + 1000 })
  cache.instrumentDetails.put(makeDetails({ symbol: share }), now)
  cache.instrumentDetails.put(
    makeDetails({ symbol: bond, type: 'BONDS', quoteCurrency: 'RUB', faceValue: d('1000'), faceCurrency: 'RUB' }),
    now,
  )
  cache.quotes.put(makeQuote({ symbol: share, at: now }), now)
  cache.orders.replaceOrders(accountId, [makeOrder()], now)
  journal.orders.record({ accountId, orders: [makeOrder()], isComplete: true, at: now }, compareOrder)
  const cause = { code: 'refused', status: 400, reason: '', fields: [] } as const
  cache.serviceRecords.putAll([
    {
      ...{ endpoint: 'getAsset', asked: 1, answered: 0, refused: 1, failed: 0, empty: 0, lastAnsweredAt: null },
      ...{ lastTrouble: { cause: { ...cause, fields: [] }, at: now }, absent: [], unreadable: [], unknownValues: [] },
      troubles: { [share]: { cause: { ...cause, fields: [] }, since: now, lastAt: now, times: 1, period: null } },
    },
  ])
  return journal.watchlists.create('List', [share]).id
}
