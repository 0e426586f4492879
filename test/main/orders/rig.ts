import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createBudget } from '#main/broker/budget/budget.ts'
import { createBroker } from '#main/broker/client.ts'
import { createCache } from '#main/cache/cache.ts'
import type { DemoOrder } from '#main/demo/orders/orders.ts'
import { startDemoBroker, type DemoBroker, type DemoBrokerOptions } from '#main/demo/server.ts'
import { createJournal } from '#main/journal/journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { Cancels } from '#main/orders/cancels.ts'
import { OrderReader } from '#main/orders/order-reader.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import type { CancelScope } from '#shared/model/order/cancel.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { openTestCache } from '../cache/open-cache.ts'
import { mondayNoon } from '../demo/demo-client.ts'

export const account = '1900001'

/** A demo broker and an app with a journal on disk: the app can be dropped and started again at any moment. */
export async function startRig(options: DemoBrokerOptions = {}) {
  const demo = await startDemoBroker({ clock: new FakeClock(mondayNoon), tokenLifeMs: 1e12, ...options })
  onTestFinished(() => demo.close())
  const directory = makeTemporaryDirectory()
  const start = () => startMachine(demo, directory)
  return {
    demo,
    directory,
    start,
    deletes: () => demo.requests().filter(({ method }) => method === 'DELETE').length,
    /** A working limit order that no test step has changed. */
    working: (symbol = 'SBER@MISX'): DemoOrder =>
      demo.orders
        .list(account)
        .find((order) => order.symbol === symbol && order.status === 'NEW' && order.limitPrice !== null)!,
  }
}

function startMachine(demo: DemoBroker, directory: string) {
  const clock = new FakeClock(mondayNoon)
  const { db } = openJournal(join(directory, 'journal.sqlite'), join(directory, 'backups'), clock)
  onTestFinished(() => closeDatabase(db))
  const journal = createJournal(db, directory)
  const cache = createCache(openTestCache())
  const budget = createBudget({ clock })
  const broker = createBroker({
    ...{ baseUrl: new URL(demo.baseUrl), readSecret: async () => demo.secret, budget, clock },
    random: () => 0,
  })
  onTestFinished(() => broker.close())
  const topics: string[] = []
  const faults: unknown[] = []
  const publish = (topic: string): void => void topics.push(topic)
  const state = { mayRequest: true }
  const reader = new OrderReader({ broker, cache, journal, clock, publish })
  const cancels = new Cancels({
    ...{ broker, reader, cache, journal, clock, publish },
    logFault: (_, error) => faults.push(error),
    mayRequest: () => state.mayRequest,
  })
  const signal = new AbortController().signal

  return {
    ...{ db, clock, journal, cache, budget, broker, reader, cancels, topics, faults, state, signal },
    prepare: (order: Pick<DemoOrder, 'id' | 'accountId'>) =>
      cancels.prepare({ kind: 'orders', orders: [{ accountId: order.accountId, orderId: order.id }] }),
    prepareAll: (scope: Partial<Extract<CancelScope, { kind: 'all' }>> = {}) =>
      cancels.prepare({ kind: 'all', accountId: account, symbol: null, ...scope }),
    latest: () => journal.cancels.list(null, 1)[0]!,
    states: () => journal.cancels.list(null, 1)[0]!.steps.map((step) => step.state),
    /** Waits until no DELETE is in progress. */
    async waitForResponses(): Promise<void> {
      for (let attempt = 0; attempt < 500; attempt++) {
        if (!journal.cancels.list(null, 500).some(({ state: at }) => at === 'asked' || at === 'sent')) return
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      throw new Error('a DELETE is still in progress')
    },
    /** Reads the orders as the job does, until every cancel is settled, but at most `maxReadings` times. */
    async settle(maxReadings = 12): Promise<void> {
      for (let reading = 0; reading < maxReadings && cancels.nextDelayMs() !== null; reading++) {
        await clock.advance(cancels.nextDelayMs() ?? 0)
        await cancels.readAgain(signal)
      }
    },
  }
}
