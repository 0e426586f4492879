import { expect, onTestFinished, test } from 'vitest'
import type { Broker } from '#main/broker/broker.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { createBroker } from '#main/broker/client.ts'
import { startDemoBroker, type DemoBrokerOptions } from '#main/demo/server.ts'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { unpack } from '#main/threads/packed-rows.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { accelerate } from '../../../fakes/clock.ts'
import { startSync } from '../harness.ts'

const signal = new AbortController().signal
const background = { purpose: 'background', signal } as const

/** Starts the demo broker over HTTP, and connects it to the real client, budget and cache. */
async function start(options: DemoBrokerOptions) {
  const sync = startSync()
  const { clock, context } = sync
  const demo = await startDemoBroker({ ...options, clock, requestsPerMinute: 1e6, tokenLifeMs: 1e12 })
  const connect = (baseUrl: string, secret: string): Broker => {
    const time = accelerate(clock)
    const broker = createBroker({
      baseUrl: new URL(baseUrl),
      readSecret: async () => secret,
      budget: createBudget({ clock: time, limit: 1e6 }),
      clock: time,
      // The unit is ms of the accelerated clock.
      limits: { responseTimeoutMs: 1e9 },
    })
    onTestFinished(() => broker.close())
    return broker
  }
  onTestFinished(() => demo.close())
  const broker = connect(demo.baseUrl, demo.secret)
  const { accountIds } = await broker.renewSession(background)
  return {
    ...sync,
    demo,
    accountIds,
    startHistory: () => new HistorySync({ ...context, broker }),
    /** All rows of an account, from the same demo without a cap on responses. */
    async allRows(accountId: string): Promise<readonly Transaction[]> {
      const uncapped = await startDemoBroker({ ...options, clock, transactionCap: 1e9, requestsPerMinute: 1e6 })
      onTestFinished(() => uncapped.close())
      const input = { accountId, from: 0, to: clock.now() + 1, limit: 1e9 }
      return unpack(
        (await connect(uncapped.baseUrl, uncapped.secret).call('listTransactions', input, background)).content,
      )
    },
    stored(accountId: string): Transaction[] {
      const rows: Transaction[] = []
      for (let before: string | null = null; ;) {
        const page = sync.cache.transactions.page({ accountId, before, limit: 500 })
        rows.push(...page.rows.map(({ transaction }) => transaction))
        before = page.next
        if (before === null) return rows
      }
    },
    requests: () => demo.requests().filter(({ path }) => path.endsWith('/transactions')).length,
  }
}

const byId = (rows: readonly Transaction[]): Transaction[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

async function readRest(history: HistorySync, accountIds: readonly string[], steps: number): Promise<boolean> {
  for (let step = 0; step < steps; step++)
    if ((await history.readFurther(accountIds, background)) === 'nothing') return true
  return false
}

test.each([
  { transactionCap: 100, transactionOrder: 'shuffled' },
  { transactionCap: 1_000, transactionOrder: 'oldest-first' },
  { transactionCap: 1_500, transactionOrder: 'newest-first' },
] as const)(
  'a demo with the cap $transactionCap and rows $transactionOrder: in the end the cache has the same rows',
  async (options) => {
    const { startHistory, accountIds, allRows, stored, requests } = await start({ ...options, size: 'small' })
    const history = startHistory()
    for (const accountId of accountIds) await history.readRecent(accountId, { purpose: 'held', signal })
    expect(await readRest(history, accountIds, 500)).toBe(true)
    for (const accountId of accountIds) {
      const rows = await allRows(accountId)
      expect(rows.length).toBeGreaterThan(150)
      expect(byId(stored(accountId))).toEqual(byId(rows))
      expect(requests()).toBeLessThan((2 * rows.length) / Math.min(1_000, options.transactionCap) + 12)
    }
  },
)

test('no row is lost to bursts of 429 and 503, lost connections and restarts', async () => {
  const { startHistory, accountIds, allRows, stored, demo } = await start({ transactionCap: 20, size: 'small' })
  const path = /transactions$/
  let isDone = false
  for (let restarts = 0; restarts < 60 && !isDone; restarts++) {
    const faultKinds = [
      { kind: 'status', status: 503 },
      { kind: 'status', status: 429 },
      { kind: 'reset' },
      { kind: 'cut' },
      { kind: 'malformed' },
    ] as const
    demo.faults.set({ path, times: (restarts * 7) % 6 }, faultKinds[restarts % faultKinds.length] ?? faultKinds[0])
    const history = startHistory()
    try {
      for (const accountId of accountIds) await history.readRecent(accountId, { purpose: 'held', signal })
      isDone = await readRest(history, accountIds, 5)
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/unavailable|rate-limited|offline|protocol/) })
    }
  }
  demo.faults.clear()
  const history = startHistory()
  for (const accountId of accountIds) await history.readRecent(accountId, { purpose: 'held', signal })
  expect(await readRest(history, accountIds, 500)).toBe(true)
  for (const accountId of accountIds) expect(byId(stored(accountId))).toEqual(byId(await allRows(accountId)))
})
