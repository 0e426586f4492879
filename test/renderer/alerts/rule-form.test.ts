import { expect, test } from 'vitest'
import { RuleForm } from '#renderer/alerts/rule-form.svelte.ts'
import { kinds, historyWords } from '#renderer/alerts/rule-words.ts'
import { AlertDraft } from '#shared/model/alert.ts'
import { createFormat } from '#shared/text/format.ts'
import { useZones } from '../../fakes/time-zone.ts'
import { alertRow } from '../fixtures/alerts.ts'
import { dec } from '../fixtures/data.ts'

test('a new form of every kind has either a problem or a draft to save; an existing rule passes through the form unchanged', () => {
  for (const { value: kind } of kinds) {
    const form = new RuleForm({ kind })
    expect((form.draft === null) === (form.problem !== '')).toBe(true)
    if (form.draft !== null) expect(AlertDraft.safeParse(form.draft).success).toBe(true)
  }
  const { rule } = alertRow(
    'x',
    {},
    {
      condition: {
        ...{ kind: 'account', accountId: null, figure: 'day-profit', currency: 'USD', direction: 'below' },
        threshold: dec('-500'),
      },
      hysteresis: dec('10'),
      expiresAt: Date.UTC(2027, 0, 2, 10, 30),
    },
  )
  const { id: _id, createdAt: _createdAt, ...draft } = rule
  expect(new RuleForm(rule).draft).toEqual(draft)
})

test.each([
  ['price', 'threshold', 'abc', 'Enter the price'],
  ['price', 'threshold', '-1', 'Enter the price'],
  ['day-percent', 'percent', '0', 'above zero'],
  ['service', 'minutes', '1.5', 'whole number of minutes'],
  ['event', 'days', '', 'whole number of days'],
] as const)('a %s rule with %s “%s” is not saved', (kind, field, text, problem) => {
  const form = new RuleForm({ kind, symbol: 'AAPL@XNGS' })
  form.input[field] = text
  expect(form.draft).toBeNull()
  expect(form.problem).toContain(problem)
})

test('the preview covers only the recorded period', () => {
  const format = createFormat({ locale: 'en-GB' })
  const reading = { unknown: null, isBeyond: false, facts: [], caveats: [] }
  const to = Date.UTC(2026, 10, 20)
  const history = { from: to - 30 * 86_400_000, to, points: 5, firedAt: [to - 3, to - 2, to - 1] }
  const textOf = (changes: Partial<typeof history>) =>
    historyWords({ reading, history: { ...history, ...changes } }, format)
  expect(textOf({})).toContain('It would have fired 3 times in the last 30 days of recorded data')
  expect(textOf({ firedAt: [], from: to - 3_600_000 })).toMatch(/^It would not have fired since /)
  expect(historyWords({ reading, history: { missing: 'Nothing was recorded of it yet' } }, format)).toBe(
    'Nothing was recorded of it yet.',
  )
})

const inZone = useZones()
test('an unedited expiry keeps its seconds, also in the repeated hour of a clock change; an edited expiry is in local time', () => {
  inZone('Europe/Berlin')
  const expiresAt = Date.parse('2026-10-25T02:30:15+01:00')
  const { rule } = alertRow('r', {}, { expiresAt })
  const form = new RuleForm(rule)
  expect(form.expires).toBe('2026-10-25T02:30')
  expect(form.draft?.expiresAt).toBe(expiresAt)
  form.expires = '2026-10-26T02:30'
  expect(form.draft?.expiresAt).toBe(Date.parse('2026-10-26T02:30:00+01:00'))
  form.expires = ''
  expect(form.draft?.expiresAt).toBeNull()
})
