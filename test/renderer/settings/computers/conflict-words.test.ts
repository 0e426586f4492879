import { afterEach, expect, test } from 'vitest'
import { conflictTitle, faultWords, valueWords } from '#renderer/settings/computers/conflict-words.ts'
import { writeTextsIn } from '#shared/language.ts'
import type { ComputerConflict } from '#shared/model/app/computers.ts'
import { createFormat } from '#shared/text/format.ts'

afterEach(() => writeTextsIn(() => 'en'))

const format = createFormat({ locale: 'en-GB' })
const style = { format, figures: { format, isPrivate: false, accountCurrency: null } }
const title = (kind: ComputerConflict['kind'], subject: string[], field: string) =>
  conflictTitle({ kind, subject, field, item: '', options: [] })

test('the title of a conflict has the kind of the item, its name and the field', () => {
  expect(title('opening', ['A1', 'USD'], 'amount')).toBe('Opening balance “A1” (USD): amount')
  expect(title('bond', ['B@X'], 'maturesOn')).toBe('Bond “B@X”: maturity')
  expect(title('watchlists', [], 'order')).toBe('Watchlists: order')
  expect(title('alert', ['SBER'], 'colour')).toBe('Alert “SBER”: colour')
  writeTextsIn(() => 'ru')
  expect(title('opening', ['A1', 'USD'], 'amount')).toBe('Начальный остаток «A1» (USD): сумма')
})

test('the values of a conflict are in the current language, with its plural forms', () => {
  const filter = (conditions: number) => valueWords({ form: 'filter', conditions, text: 'bond' }, style)
  const list = () => valueWords({ form: 'list', items: [...'abcdefghijklmn'] }, style)
  expect([filter(1), filter(2)]).toEqual(['1 condition, text “bond”', '2 conditions, text “bond”'])
  expect(list()).toBe('a, b, c, d, e, f, g, h, i, j, k, l and 2 more')
  expect(valueWords({ form: 'minutes', minutes: 1 }, style)).toBe('1 minute')
  expect(valueWords({ form: 'date', date: '2033-05-17' }, style)).toBe('17 May 2033')
  writeTextsIn(() => 'ru')
  expect([1, 3, 5].map((minutes) => valueWords({ form: 'minutes', minutes }, style))).toEqual([
    '1\u00a0минута',
    '3\u00a0минуты',
    '5\u00a0минут',
  ])
  expect(filter(2)).toBe('2\u00a0условия, текст «bond»')
  expect(valueWords({ form: 'list', items: [] }, style)).toBe('Пусто')
  expect(faultWords.stranger).toBe('Это не файл Tidemark. Он не читается.')
})
