import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { DifferenceWatch } from '#main/ledger/difference-watch.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { reconciliations } from '../../renderer/fixtures/ledger.ts'

function start(reconcile: () => Promise<ReturnType<typeof reconciliations>>, isHidden = false) {
  const clock = new FakeClock()
  const events = new EventBus()
  const faults: unknown[] = []
  let readCount = 0
  const watch = new DifferenceWatch({
    ledger: {
      reconcile: async () => {
        readCount++
        return (await reconcile()).map((account) => ({ ...account, needsNewerRows: false }))
      },
    },
    accountIds: () => ['1900001'],
    isHidden: () => isHidden,
    clock,
    listen: (listener) => events.listen(listener),
    logFault: (_, error) => faults.push(error),
  })
  onTestFinished(() => watch.close())
  return { watch, clock, events, faults, readCount: () => readCount }
}

test('many changes cause one comparison, and the differences are known afterwards', async () => {
  const { watch, clock, events, readCount } = start(async () => reconciliations(0))
  for (let count = 0; count < 20; count++) events.publish('ledger.changed', { accountId: '1900001' })
  expect(watch.list()).toEqual([])
  await clock.advance(10_000)
  expect(readCount()).toBe(1)
  expect(watch.list().map(({ figure, difference }) => [figure, difference])).toEqual([
    ['MSFT@XNGS', '20'],
    ['USD', '0.005'],
  ])
})

test('a comparison that fails is reported and keeps the previous result', async () => {
  let fails = false
  const { watch, clock, events, faults } = start(async () => {
    if (fails) throw new Error('The disk is full')
    return reconciliations(0)
  })
  events.publish('accounts.changed', { accountId: '1900001' })
  await clock.advance(10_000)
  fails = true
  events.publish('accounts.changed', { accountId: '1900001' })
  await clock.advance(10_000)
  expect(faults).toHaveLength(1)
  expect(watch.list()).toHaveLength(2)
})

test('a closed watch compares nothing', async () => {
  const { watch, clock, events, readCount } = start(async () => reconciliations(0))
  events.publish('ledger.changed', { accountId: '1900001' })
  watch.close()
  events.publish('ledger.changed', { accountId: '1900001' })
  await clock.advance(10_000)
  expect(readCount()).toBe(0)
})

test('while no window is visible, new stated figures are compared every five minutes, changed holdings immediately', async () => {
  const { clock, events, readCount } = start(async () => reconciliations(0), true)
  for (let quarter = 0; quarter < 4 * 10; quarter++) {
    events.publish('accounts.changed', { accountId: '1900001' })
    await clock.advance(15_000)
  }
  expect(readCount()).toBe(2)
  events.publish('ledger.changed', { accountId: '1900001' })
  await clock.advance(5_000)
  expect(readCount()).toBe(3)
})
