import { expect, test } from 'vitest'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { createHistoryJob, createTransactionsJob } from '#main/sync/jobs/history.ts'
import { createInstrumentsJob } from '#main/sync/jobs/instruments.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { booked, HistoryService } from '../../fakes/history-service.ts'
import { runOf, startSync } from './harness.ts'

function start() {
  const sync = startSync()
  sync.follow('S0@XXXX')
  const service = new HistoryService({ cap: 10 })
  const { clock, broker, context } = sync
  service.addRows(
    '1900001',
    Array.from({ length: 400 }, (_, i) => booked(i + 1, clock.now() - i * 3_600_000)),
  )
  broker.responses.listTransactions = service.respond
  broker.responses.listAllAssets = () => ({ content: pack([]), malformed: [], nextCursor: null })
  const history = new HistorySync(context)
  return {
    ...sync,
    recent: createTransactionsJob(context, history),
    further: createHistoryJob(context, history, () => []),
    instruments: createInstrumentsJob(context, () => false),
  }
}

test('on battery the history is read one step at a time with pauses, and on mains power without pauses', async () => {
  const { power, recent, further, broker, attention } = start()
  await recent.run(runOf())
  power.isSaving = true
  const before = broker.count('listTransactions')
  await further.run(runOf())
  const firstStep = broker.count('listTransactions') - before
  expect(firstStep).toBeGreaterThan(0)
  expect(further.nextDelayMs()).toBe(15_000)
  attention.set('window', [], true)
  expect(further.nextDelayMs()).toBe(2_000)
  power.isSaving = false
  await further.run(runOf())
  expect(broker.count('listTransactions') - before - firstStep).toBeGreaterThan(firstStep)
  expect(further.nextDelayMs()).toBeLessThan(1_000)
})

test('on battery without a visible window transactions are read less often', () => {
  const { power, recent, attention } = start()
  const usual = recent.nextDelayMs()
  power.isSaving = true
  expect(recent.nextDelayMs()).toBe(3 * (usual ?? NaN))
  attention.set('window', [], true)
  expect(recent.nextDelayMs()).toBe(60_000)
})

test('on battery the list of all instruments is read once, and again only on mains power or if the user starts it', async () => {
  const { power, instruments, broker, clock } = start()
  power.isSaving = true
  await instruments.run(runOf())
  expect(broker.count('listAllAssets')).toBe(1)
  await clock.advance(2 * 86_400_000)
  await instruments.run(runOf())
  expect(broker.count('listAllAssets')).toBe(1)
  await instruments.run(runOf('user'))
  expect(broker.count('listAllAssets')).toBe(2)
  await clock.advance(2 * 86_400_000)
  power.isSaving = false
  await instruments.run(runOf())
  expect(broker.count('listAllAssets')).toBe(3)
})
