import { expect, test } from 'vitest'
import { measure, type Alert } from '#main/alerts/measure/measure.ts'
import { applySplits } from '#main/alerts/split-adjustment.ts'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import { freshState } from '#shared/model/alert.ts'
import { d, makeQuote } from '../insight/make.ts'
import { dayMs, draftOf, priceAbove, startAlerts, symbol } from './rig.ts'
import { withEnglishTexts } from './with-english-texts.ts'

const ordinary = { newLot: null, conversionType: 'ORDINARY' }

/** A rule, and a 10-for-1 split in three days. */
function start(draft = priceAbove('1000', { hysteresis: d('20') })) {
  const rig = startAlerts()
  const alert: Alert = { rule: { ...draft, id: 'r', createdAt: 0 }, state: freshState(rig.clock.now()) }
  const dayIn = (days: number) => new Date(rig.clock.now() + days * dayMs).toISOString().slice(0, 10)
  const split = { execDate: dayIn(3), oldRatio: d('1'), newRatio: d('10'), ...ordinary }
  const list = (splits: readonly (typeof split)[]) =>
    rig.cache.corporateEvents.replaceSplits(symbol, splits, rig.clock.now())
  list([split])
  return { ...rig, alert, split, list, apply: (target: Alert) => applySplits(target, rig.inputs()) }
}

test('a split adjusts the prices of a rule once, on its day', async () => {
  const { alert, apply, clock } = start()
  const recorded = apply(alert)
  expect(recorded).toMatchObject({ applied: [], alert: { rule: alert.rule } })
  await clock.advance(3 * dayMs)
  const { alert: scaled, applied } = apply(recorded.alert)
  expect(applied).toMatchObject([{ oldRatio: '1', newRatio: '10' }])
  expect(scaled.rule).toMatchObject({ condition: { threshold: '100' }, hysteresis: '2' })
  expect(apply(scaled)).toEqual({ alert: scaled, applied: [] })
})

test('a split that the service no longer lists on its day is applied; a split cancelled before its day is not', async () => {
  const { alert, apply, clock, list } = start()
  const recorded = apply(alert).alert
  await clock.advance(3 * dayMs)
  list([])
  expect(apply(recorded).alert.rule.condition).toMatchObject({ threshold: '100' })

  const off = start()
  const before = off.apply(off.alert).alert
  off.list([])
  const after = off.apply(before).alert
  await off.clock.advance(3 * dayMs)
  expect(off.apply(after).alert.rule.condition).toMatchObject({ threshold: '1000' })
})

test('a split does not adjust prices that the user sets after it', async () => {
  const { alert, apply, clock } = start()
  await clock.advance(3 * dayMs)
  const written: Alert = { ...alert, state: freshState(clock.now()) }
  expect(apply(written)).toEqual({ alert: written, applied: [] })
})

test('a split adjusts the reference price but no percentages', async () => {
  const draft = draftOf({ kind: 'percent-from', symbol, from: d('1000'), move: 'down', percent: d('5') })
  const { alert, apply, clock } = start(draft)
  const recorded = apply(alert).alert
  await clock.advance(3 * dayMs)
  expect(apply(recorded).alert.rule.condition).toEqual({ ...draft.condition, from: '100' })
})

test('a measure is unknown while its price is from before the split', async () => {
  const { alert, apply, clock, cache, inputs } = start()
  const recorded = apply(alert).alert
  const measurePrice = ({ rule, state }: Alert) =>
    measure(rule.condition as Extract<AlertCondition, { kind: 'price' }>, inputs(), state)
  await clock.advance(3 * dayMs)
  const { alert: scaled } = apply(recorded)
  cache.quotes.put(makeQuote({ last: d('950'), at: clock.now() - dayMs }), clock.now())
  expect(measurePrice(scaled)).toEqual({ unknown: 'The last price is from before the split' })
  cache.quotes.put(makeQuote({ last: d('95'), at: clock.now() }), clock.now())
  expect(measurePrice(scaled)).toMatchObject({ value: '95', threshold: '100' })
})

test('the change of the day mentions a split that takes effect today', async () => {
  const { alert, apply, clock, cache, inputs } = start(
    draftOf({ kind: 'day-percent', symbol, move: 'down', percent: d('5') }),
  )
  const recorded = apply(alert).alert
  await clock.advance(3 * dayMs)
  cache.quotes.put(makeQuote({ last: d('95'), close: d('950'), at: clock.now() }), clock.now())
  const { state, rule } = apply(recorded).alert
  const level = measure(rule.condition as Extract<AlertCondition, { kind: 'day-percent' }>, inputs(), state)
  if ('unknown' in level) throw new Error(level.unknown)
  expect(withEnglishTexts(level)).toMatchObject({
    caveats: [expect.stringContaining('A split, 10 for 1, takes effect today')],
  })
})
