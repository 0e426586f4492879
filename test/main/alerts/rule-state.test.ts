import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Alert } from '#main/alerts/measure/measure.ts'
import type { Level } from '#main/alerts/measure/threshold.ts'
import { judgeLevel, statusOf } from '#main/alerts/rule-state.ts'
import { compare, decimalOf, type Decimal } from '#shared/decimal.ts'
import { freshState } from '#shared/model/alert.ts'
import type { AlertDraft } from '#shared/model/alert.ts'
import { d } from '../insight/make.ts'
import { minuteMs, priceAbove } from './rig.ts'

const levelAt = (value: Decimal, side: Level['side'] = 'above'): Level => ({
  ...{ value, side, threshold: d('100'), hysteresis: d('2'), facts: [], caveats: [] },
})

/** Checks the values one after another, a minute apart. Returns the indices at which the rule fired, and its last status. */
function checkValues(
  values: readonly (string | null)[],
  changes: Partial<AlertDraft> = {},
  side: Level['side'] = 'above',
) {
  let alert: Alert = { rule: { ...priceAbove('100', changes), id: 'r', createdAt: 0 }, state: freshState(0) }
  const fired = values.flatMap((value, index) => {
    const result = judgeLevel(alert, value === null ? null : levelAt(d(value), side), index * minuteMs)
    alert = { ...alert, state: result.state }
    return result.fires ? [index] : []
  })
  return { fired, status: statusOf(alert, values.length * minuteMs), alert }
}

test('a rule fires once when its threshold is reached, and again only after the measure has returned', () => {
  expect(checkValues(['99', '100', '101', '99', '98', '100'])).toMatchObject({ fired: [1], status: 'fired' })
  expect(checkValues(['99', '100', '97.99', '100'])).toMatchObject({ fired: [1, 3] })
  expect(checkValues(['101', '100', '102', '102.01', '100'], {}, 'below')).toMatchObject({ fired: [1, 4] })
})

test('the user’s hysteresis replaces the default', () => {
  expect(checkValues(['100', '97', '100'], { hysteresis: d('5') })).toMatchObject({ fired: [0] })
  expect(checkValues(['100', '99.99', '100'], { hysteresis: d('0') })).toMatchObject({ fired: [0, 2] })
})

test('a rule that does not repeat is done after it has fired', () => {
  expect(checkValues(['100', '0', '100'], { repeats: false })).toMatchObject({ fired: [0], status: 'done' })
})

test('a rule does not fire during its cool-down, and fires after it if the condition still holds', () => {
  expect(checkValues(['100', '0', '100', '100', '100'], { coolDownMinutes: 4 })).toMatchObject({ fired: [0, 4] })
})

test('an unknown measure neither fires nor arms a rule', () => {
  expect(checkValues([null, '100', null, '100'])).toMatchObject({ fired: [1], status: 'fired' })
})

test('rules that are off or expired do not fire', () => {
  expect(checkValues(['100'], { isEnabled: false })).toMatchObject({ fired: [], status: 'off' })
  expect(checkValues(['0', '0', '100'], { expiresAt: 2 * minuteMs })).toMatchObject({ fired: [], status: 'expired' })
})

test('a snoozed rule fires after the snooze if the condition still holds', () => {
  const { rule, state } = checkValues([]).alert
  const snoozed: Alert = { rule, state: { ...state, snoozedUntil: 5 * minuteMs } }
  expect(judgeLevel(snoozed, levelAt(d('100')), 4 * minuteMs).fires).toBe(false)
  expect(judgeLevel(snoozed, levelAt(d('100')), 5 * minuteMs).fires).toBe(true)
})

test('setting the clock back does not extend the cool-down', () => {
  const { rule, state } = checkValues(['0'], { coolDownMinutes: 10 }).alert
  const later: Alert = { rule, state: { ...state, firedAt: 60 * minuteMs } }
  expect(judgeLevel(later, levelAt(d('100')), minuteMs).fires).toBe(true)
})

test('between two firings the measure always returns beyond the hysteresis, and the cool-down passes', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 90, max: 110 }), fc.constant(null)), { maxLength: 60 })
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 8 }), (path, coolDownMinutes) => {
      const { fired } = checkValues(
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
