import { expect, test } from 'vitest'
import { reportRow } from '../../renderer/fixtures/reports.ts'
import { d, makeAccount, makePosition } from '../insight/make.ts'
import { start } from './moved-alerts.ts'
import { dayMs, draftOf, priceAbove, symbol } from './rig.ts'

test('a future split fires once when its day is near, and adjusts the price rules on its day', async () => {
  const { opened, clock, cache, notices } = start()
  const execDate = new Date(clock.now() + 5 * dayMs).toISOString().slice(0, 10)
  const split = { execDate, oldRatio: d('1'), newRatio: d('2'), newLot: null, conversionType: 'ORDINARY' }
  cache.accounts.replaceAccount(makeAccount({ positions: [makePosition()] }), clock.now())
  cache.corporateEvents.replaceSplits(symbol, [split], clock.now())
  opened.alerts.save(null, draftOf({ kind: 'event', symbol: null, on: 'split', days: 3 }))
  const { rule } = opened.alerts.save(null, priceAbove('100'))
  await clock.advance(dayMs)
  expect(notices()).toEqual([])
  await clock.advance(dayMs)
  expect(notices()).toMatchObject([{ facts: [{ label: symbol, form: 'date', value: execDate }, { value: '2 for 1' }] }])
  await clock.advance(3 * dayMs)
  expect(notices()).toMatchObject([
    {},
    { cause: 'rescaled', ruleId: rule.id, facts: [{ label: 'Split' }, { value: '100' }, { value: '50' }] },
  ])
  expect(opened.alerts.list().find(({ rule: { id } }) => id === rule.id)?.rule.condition).toMatchObject({
    threshold: '50',
  })
})

test('a report that arrives raises a notice without a rule, and fires a rule on reports', async () => {
  const { opened, events, journal, clock, notices } = start()
  const receiveReport = async (id: string) => {
    const file = { path: '/r', bytes: 1, sha256: '', arrivedAt: clock.now() }
    const { progress: _p, isMissing: _m, ...report } = reportRow({ id, file })
    journal.reports.put([{ ...report, serviceId: null, allowedOrigin: null }])
    events.publish('reports.changed')
    events.publish('report.arrived', { id })
    await clock.advance(500)
  }
  await receiveReport('r1')
  expect(notices()).toMatchObject([{ cause: 'arrived', ruleId: null }])
  const { rule } = opened.alerts.save(null, draftOf({ kind: 'report', accountId: null }))
  await receiveReport('r2')
  expect(notices()).toMatchObject([{}, { cause: 'fired', ruleId: rule.id }])
})

test('a new difference that lasts raises one notice; an older difference raises none', async () => {
  const { opened, state, clock, notices } = start()
  const difference = (figure: string, amount: string, since: number) => ({
    ...{ accountId: '1900001', figure, currency: figure, difference: d(amount), since },
  })
  const { rule } = opened.alerts.save(null, draftOf({ kind: 'difference', accountId: null }))
  state.differences = [difference('EUR', '7', 0)]
  await clock.advance(dayMs)
  expect(notices()).toEqual([])
  state.differences = [...state.differences, difference('USD', '-12.4', clock.now())]
  await clock.advance(5 * 60_000)
  expect(notices()).toEqual([])
  await clock.advance(10 * 60_000)
  const facts = [{ label: '1900001, cash', form: 'amount', value: '-12.4', currency: 'USD' }]
  expect(notices()).toMatchObject([{ cause: 'fired', ruleId: rule.id, facts }])
  await clock.advance(dayMs)
  expect(notices()).toHaveLength(1)
})
