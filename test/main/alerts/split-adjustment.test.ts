import { expect, test } from 'vitest'
import { freshState } from '../../../src/main/alerts/judge.ts'
import { measure, type Alert } from '../../../src/main/alerts/measure.ts'
import { applySplits } from '../../../src/main/alerts/rescale.ts'
import type { AlertCondition } from '../../../src/shared/model/alert.ts'
import { d, makeQuote } from '../insight/make.ts'
import { dayMs, draftOf, priceAbove, startAlerts, symbol } from './rig.ts'

const ordinary = { newLot: null, conversionType: 'ORDINARY' }

/** A rule and a split of ten for one, three days from now. */
function start(draft = priceAbove('1000', { hysteresis: d('20') })) {
  const rig = startAlerts()
  const alert: Alert = { rule: { ...draft, id: 'r', createdAt: 0 }, state: freshState(rig.clock.now()) }
  const dayIn = (days: number) => new Date(rig.clock.now() + days * dayMs).toISOString().slice(0, 10)
  const split = { execDate: dayIn(3), oldRatio: d('1'), newRatio: d('10'), ...ordinary }
  const list = (splits: readonly (typeof split)[]) =>
    rig.cache.corporateEvents.replaceSplits(symbol, splits, rig.clock.now())
  list([split])
  return { ...rig, alert, split, list, apply: (one: Alert) => applySplits(one, rig.world()) }
}

test('a split rescales the prices of a rule on its day, once', async () => {
  const { alert, apply, clock } = start()
  const noted = apply(alert)
  expect(noted).toMatchObject({ applied: [], alert: { rule: alert.rule } })
  await clock.advance(3 * dayMs)
  const { alert: scaled, applied } = apply(noted.alert)
  expect(applied).toMatchObject([{ oldRatio: '1', newRatio: '10' }])
  expect(scaled.rule).toMatchObject({ condition: { threshold: '100' }, hysteresis: '2' })
  expect(apply(scaled)).toEqual({ alert: scaled, applied: [] })
})

test('a split that the service no longer lists on its day is applied all the same; one called off before is not', async () => {
  const { alert, apply, clock, list } = start()
  const noted = apply(alert).alert
  await clock.advance(3 * dayMs)
  list([])
  expect(apply(noted).alert.rule.condition).toMatchObject({ threshold: '100' })

  const off = start()
  const before = off.apply(off.alert).alert
  off.list([])
  const after = off.apply(before).alert
  await off.clock.advance(3 * dayMs)
  expect(off.apply(after).alert.rule.condition).toMatchObject({ threshold: '1000' })
})

test('prices that a person wrote after the split stand', async () => {
  const { alert, apply, clock } = start()
  await clock.advance(3 * dayMs)
  const written: Alert = { ...alert, state: freshState(clock.now()) }
  expect(apply(written)).toEqual({ alert: written, applied: [] })
})

test('the price to count from is rescaled; percents are not', async () => {
  const draft = draftOf({ kind: 'percent-from', symbol, from: d('1000'), move: 'down', percent: d('5') })
  const { alert, apply, clock } = start(draft)
  const noted = apply(alert).alert
  await clock.advance(3 * dayMs)
  expect(apply(noted).alert.rule.condition).toEqual({ ...draft.condition, from: '100' })
})

test('a price from before the split says nothing of the new share', async () => {
  const { alert, apply, clock, cache, world } = start()
  const noted = apply(alert).alert
  const look = (one: Alert) =>
    measure(one.rule.condition as Extract<AlertCondition, { kind: 'price' }>, world(), one.state)
  await clock.advance(3 * dayMs)
  const { alert: scaled } = apply(noted)
  cache.quotes.put(makeQuote({ last: d('950'), at: clock.now() - dayMs }), clock.now())
  expect(look(scaled)).toEqual({ unknown: 'The last price is from before the split' })
  cache.quotes.put(makeQuote({ last: d('95'), at: clock.now() }), clock.now())
  expect(look(scaled)).toMatchObject({ value: '95', threshold: '100' })
})

test('a percent of the day says that a split takes effect today', async () => {
  const { alert, apply, clock, cache, world } = start(
    draftOf({ kind: 'day-percent', symbol, move: 'down', percent: d('5') }),
  )
  const noted = apply(alert).alert
  await clock.advance(3 * dayMs)
  cache.quotes.put(makeQuote({ last: d('95'), close: d('950'), at: clock.now() }), clock.now())
  const { state, rule } = apply(noted).alert
  const level = measure(rule.condition as Extract<AlertCondition, { kind: 'day-percent' }>, world(), state)
  expect(level).toMatchObject({ caveats: [expect.stringContaining('A split, 10 for 1, takes effect today')] })
})
