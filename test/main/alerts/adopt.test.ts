import { expect, test } from 'vitest'
import { adopt } from '#main/alerts/adopt.ts'
import type { AlertInputs } from '#main/alerts/measure/inputs.ts'
import type { Decimal } from '#shared/decimal.ts'
import { freshState } from '#shared/model/alert.ts'
import type { AlertRule, AlertState } from '#shared/model/alert.ts'

const now = Date.UTC(2026, 2, 2)
// A price rule reads only the time when it is armed.
const inputs = { now } as AlertInputs
const rule = (threshold: string): AlertRule => ({
  ...{ id: 'r', createdAt: 1, note: '', isEnabled: true, repeats: false, hysteresis: null },
  ...{ coolDownMinutes: 0, expiresAt: null },
  condition: { kind: 'price', symbol: 'A@X', direction: 'above', threshold: threshold as Decimal },
})
const fired: AlertState = { ...freshState(1), phase: 'done', firedAt: 5, firedCount: 1 }
const split = { execDate: '2026-03-01', oldRatio: '1' as Decimal, newRatio: '2' as Decimal, isApplied: true }

test('a rule of another computer is armed here', () => {
  expect(adopt(null, { rule: rule('10'), state: fired }, inputs)).toMatchObject([
    { state: { phase: 'armed', since: now } },
  ])
})

test('a rule that did not change keeps its state, and one with a new condition is armed again', () => {
  const before = { rule: rule('10'), state: fired }
  expect(adopt(before, before, inputs)).toEqual([])
  expect(adopt(before, { rule: rule('12'), state: fired }, inputs)).toMatchObject([
    { rule: rule('12'), state: { phase: 'armed', firedCount: 1 } },
  ])
})

test('a rule whose prices another computer scaled for a split is not armed again', () => {
  const scaled = { rule: rule('5'), state: { ...fired, splits: [split] } }
  expect(adopt({ rule: rule('10'), state: fired }, scaled, inputs)).toEqual([])
})

test('a rule that another computer scaled for a split and then gave another condition is armed again', () => {
  const edited = { rule: rule('7'), state: { ...fired, splits: [split] } }
  expect(adopt({ rule: rule('10'), state: fired }, edited, inputs)).toMatchObject([
    { rule: rule('7'), state: { phase: 'armed', since: now, firedCount: 1, splits: [split] } },
  ])
})

test('a condition is armed again although the other computer also recorded a future split', () => {
  const future = { ...split, isApplied: false }
  const edited = { rule: rule('7'), state: { ...fired, splits: [future] } }
  expect(adopt({ rule: rule('10'), state: fired }, edited, inputs)).toMatchObject([
    { state: { phase: 'armed', splits: [future] } },
  ])
})

test('a split that both computers applied does not scale the rule twice', () => {
  const before = { rule: rule('5'), state: { ...fired, splits: [split] } }
  expect(adopt(before, before, inputs)).toEqual([])
  expect(adopt(before, { ...before, rule: rule('2.5') }, inputs)).toMatchObject([{ state: { phase: 'armed' } }])
})

test('a split with a new note keeps the state', () => {
  const noted = { rule: { ...rule('5'), note: 'new' }, state: { ...fired, splits: [split] } }
  expect(adopt({ rule: rule('10'), state: fired }, noted, inputs)).toMatchObject([
    { rule: { note: 'new' }, state: { phase: 'done', firedAt: 5, splits: [split] } },
  ])
})
