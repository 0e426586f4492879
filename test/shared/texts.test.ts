import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import { formatAge } from '#shared/text/format-time.ts'
import { texts } from '#shared/texts.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('a table of texts follows the language, at any depth', () => {
  const table = texts({ fees: m.common_fees, rows: [{ key: 'tax', title: m.common_taxes }] })
  expect(table).toEqual({ fees: 'Fees', rows: [{ key: 'tax', title: 'Taxes' }] })
  writeTextsIn(() => 'ru')
  expect(table).toEqual({ fees: 'Комиссии', rows: [{ key: 'tax', title: 'Налоги' }] })
})

test('a count has the plural form of the language', () => {
  const words = (count: number) => m.common_count_transactions({ count, shown: String(count) })
  expect([1, 2, 21].map(words)).toEqual(['1 transaction', '2 transactions', '21 transactions'])
  writeTextsIn(() => 'ru')
  expect([1, 2, 5, 11, 21, 22, 111].map(words)).toEqual([
    '1 операция',
    '2 операции',
    '5 операций',
    '11 операций',
    '21 операция',
    '22 операции',
    '111 операций',
  ])
})

test('units of time follow the language, not the formats', () => {
  writeTextsIn(() => 'ru')
  expect(formatAge(90_000)).toBe('1\u00a0мин')
})
