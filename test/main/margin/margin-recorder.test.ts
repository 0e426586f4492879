import { expect, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { recordMargins } from '#main/margin/margin-recorder.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import type { Portfolio } from '#shared/model/account.ts'
import { d, makeAccount, makeDetails, makePosition } from '../insight/make.ts'
import { startSync } from '../sync/harness.ts'

const maintenance = (amount: string | null): Portfolio => ({
  kind: 'mc',
  availableCash: null,
  initialMargin: null,
  maintenanceMargin: amount === null ? null : d(amount),
})

/** An account of 20 pieces at 100 with a requirement of 600, read at times that the test chooses. */
function startRecording() {
  const { cache, journal, clock } = startSync()
  const events = new EventBus()
  const faults: unknown[] = []
  const stop = recordMargins({
    ...{ cache, journal, problems: new Map<string, string>() },
    listen: (listener) => events.listen(listener),
    logFault: (_, error) => faults.push(error),
  })
  cache.instrumentDetails.put(makeDetails(), clock.now())
  journal.settings.setAll({ accountCurrency: 'USD' })
  const read = (equity: string, portfolio: Portfolio | null = maintenance('600')): void => {
    const positions = [makePosition({ quantity: d('20'), maintenanceMargin: d('600') })]
    cache.accounts.replaceAccount(makeAccount({ equity: d(equity), positions, portfolio }), clock.now())
    events.publish('accounts.changed', { accountId: '1900001' })
  }
  const history = () => journal.margin.history('1900001', 0, clock.now() + 1)
  return { read, history, clock, stop, faults, journal }
}

test('the distance is recorded with the move that leads to a call, at most once a minute', async () => {
  const { read, history, clock, faults } = startRecording()
  const start = clock.now()
  read('1000')
  await clock.advance(20_000)
  read('990')
  await clock.advance(40_000)
  read('500')
  expect(faults).toEqual([])
  expect(history()).toMatchObject([
    { at: start, equity: '1000', requirement: '600', state: 'call', percent: '-28.57' },
    { at: start + minuteMs, equity: '500', state: 'below', percent: '7.14', followsGap: false },
  ])
})

test('after a silence the record has a gap', async () => {
  const { read, history, clock } = startRecording()
  read('1000')
  await clock.advance(hourMs)
  read('1000')
  expect(history()).toMatchObject([{ followsGap: false }, { followsGap: true }])
})

test('an account without margin, or with an unknown requirement, is not recorded', () => {
  const { read, history } = startRecording()
  read('1000', { kind: 'mct' })
  read('1000', null)
  expect(history()).toEqual([])
})

test('a requirement without a known move is recorded without one', () => {
  const { read, history, journal } = startRecording()
  journal.settings.setAll({ accountCurrency: undefined })
  read('77')
  expect(history()).toMatchObject([{ equity: '77', requirement: '600', state: null, percent: null }])
})

test('nothing is recorded after the recorder has stopped', () => {
  const { read, history, stop } = startRecording()
  stop()
  read('1000')
  expect(history()).toEqual([])
})

test('old points are thinned as those of equity are', async () => {
  const { read, history, clock, journal } = startRecording()
  for (let index = 0; index < 60; index++) {
    read(String(1000 + index))
    await clock.advance(minuteMs)
  }
  expect(history()).toHaveLength(60)
  journal.margin.thin(clock.now() + 25 * hourMs)
  expect(history().length).toBeLessThan(5)
})
