import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshState, judgeLevel, statusOf } from '../../../src/main/alerts/judge.ts'
import type { Level } from '../../../src/main/alerts/level.ts'
import type { Alert } from '../../../src/main/alerts/measure.ts'
import type { AlertDraft } from '../../../src/shared/model/alert.ts'
import { compare, decimalOf, type Decimal } from '../../../src/shared/decimal.ts'
import { d } from '../insight/make.ts'
import { minuteMs, priceAbove } from './rig.ts'

const levelAt = (value: Decimal, side: Level['side'] = 'above'): Level => ({
  ...{ value, side, threshold: d('100'), hysteresis: d('2'), facts: [], caveats: [] },
})

/** Looks at each value in turn, a minute apart; the indices at which the rule fired, and how it stands in the end. */
function walk(values: readonly (string | null)[], changes: Partial<AlertDraft> = {}, side: Level['side'] = 'above') {
  let alert: Alert = { rule: { ...priceAbove('100', changes), id: 'r', createdAt: 0 }, state: freshState(0) }
  const fired = values.flatMap((value, index) => {
    const verdict = judgeLevel(alert, value === null ? null : levelAt(d(value), side), index * minuteMs)
    alert = { ...alert, state: verdict.state }
    return verdict.fires ? [index] : []
  })
  return { fired, status: statusOf(alert, values.length * minuteMs), alert }
}

test('a rule fires once as its threshold is reached, and again only after the measure came back', () => {
  expect(walk(['99', '100', '101', '99', '98', '100'])).toMatchObject({ fired: [1], status: 'fired' })
  expect(walk(['99', '100', '97.99', '100'])).toMatchObject({ fired: [1, 3] })
  expect(walk(['101', '100', '102', '102.01', '100'], {}, 'below')).toMatchObject({ fired: [1, 4] })
})

test('the person’s own hysteresis goes before that of the kind', () => {
  expect(walk(['100', '97', '100'], { hysteresis: d('5') })).toMatchObject({ fired: [0] })
  expect(walk(['100', '99.99', '100'], { hysteresis: d('0') })).toMatchObject({ fired: [0, 2] })
})

test('one that tells once is done', () => {
  expect(walk(['100', '0', '100'], { repeats: false })).toMatchObject({ fired: [0], status: 'done' })
})

test('within the cool-down nothing is told; what still holds after it is', () => {
  expect(walk(['100', '0', '100', '100', '100'], { coolDownMinutes: 4 })).toMatchObject({ fired: [0, 4] })
})

test('what is unknown neither fires nor arms', () => {
  expect(walk([null, '100', null, '100'])).toMatchObject({ fired: [1], status: 'fired' })
})

test('off and expired rules are silent', () => {
  expect(walk(['100'], { isEnabled: false })).toMatchObject({ fired: [], status: 'off' })
  expect(walk(['0', '0', '100'], { expiresAt: 2 * minuteMs })).toMatchObject({ fired: [], status: 'expired' })
})

test('a snoozed rule is silent until its time, then tells what still holds', () => {
  const { rule, state } = walk([]).alert
  const snoozed: Alert = { rule, state: { ...state, snoozedUntil: 5 * minuteMs } }
  expect(judgeLevel(snoozed, levelAt(d('100')), 4 * minuteMs).fires).toBe(false)
  expect(judgeLevel(snoozed, levelAt(d('100')), 5 * minuteMs).fires).toBe(true)
})

test('a clock that was set back does not lengthen the cool-down', () => {
  const { rule, state } = walk(['0'], { coolDownMinutes: 10 }).alert
  const later: Alert = { rule, state: { ...state, firedAt: 60 * minuteMs } }
  expect(judgeLevel(later, levelAt(d('100')), minuteMs).fires).toBe(true)
})

test('between two firings the measure always went back beyond the hysteresis, and cool-downs always passed', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 90, max: 110 }), fc.constant(null)), { maxLength: 60 })
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 8 }), (path, coolDownMinutes) => {
      const { fired } = walk(
        path.map((value) => (value === null ? null : String(value))),
        { coolDownMinutes },
      )
      for (const [order, index] of fired.entries()) {
        expect(path[index]).toBeGreaterThanOrEqual(100)
        const before = fired[order - 1]
        if (before === undefined) continue
        expect(index - before).toBeGreaterThanOrEqual(coolDownMinutes)
        const between = path.slice(before, index).filter((value) => value !== null)
        expect(between.some((value) => compare(decimalOf(value), d('98')) < 0)).toBe(true)
      }
    }),
  )
})
