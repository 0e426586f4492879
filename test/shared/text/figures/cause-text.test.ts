import { expect, test } from 'vitest'
import { inLanguage } from '#shared/language.ts'
import type { CauseReason, DescribedRow } from '#shared/model/ledger/cause-reason.ts'
import { causeText, plainCauseText } from '#shared/text/figures/cause-text.ts'
import { createFormat } from '#shared/text/format.ts'
import { dec } from '../../../main/cache/open-cache.ts'

const money = (amount: string, currency = 'USD') => ({ amount: dec(amount), currency })
const row = (id: string, given: Partial<DescribedRow> = {}): DescribedRow => ({
  id,
  kind: 'buy',
  symbol: 'A@XNGS',
  date: '2026-03-05',
  pieces: dec('12500.5'),
  money: money('12.4'),
  ...given,
})
const trade: CauseReason = {
  code: 'trade-is-missing',
  symbol: 'A@XNGS',
  pieces: dec('-12500.5'),
  money: money('12.405'),
}

test('numbers, money and dates have the formats of the reader; a text for programs has none', () => {
  const reasons: CauseReason[] = [{ code: 'row-is-not-counted', rows: { first: [row('1')], count: 1, joint: 'or' } }]
  expect(plainCauseText(reasons)).toBe(
    'The service does not count a transaction: the purchase of 12500.5 A@XNGS for 12.4 USD on 2026-03-05 (row 1).',
  )
  expect(causeText(reasons, createFormat({ locale: 'de-DE' }))).toBe(
    'The service does not count a transaction: the purchase of 12.500,5 A@XNGS for 12,40 USD on 5. März 2026 (row 1).',
  )
})

test('the sign of a difference chooses the words, and is not written; money keeps its own decimals', () => {
  expect(plainCauseText([trade])).toBe('A sale of 12500.5 A@XNGS for 12.405 USD is missing.')
  expect(causeText([{ ...trade, pieces: dec('3') }], createFormat({ locale: 'en-GB' }))).toBe(
    'A purchase of 3 A@XNGS for 12.405 USD is missing.',
  )
  const yen: CauseReason = { code: 'row-of-money-is-missing', money: money('-1240', 'JPY') }
  expect(causeText([yen], createFormat({ locale: 'en-GB' }))).toBe('A transaction that removes 1,240 JPY is missing.')
})

test('of many rows the first two are described, as alternatives or together', () => {
  const first = [row('1', { money: null }), row('2', { pieces: null, symbol: '' })]
  const write = (joint: 'and' | 'or', count: number) =>
    plainCauseText([{ code: 'row-is-there-twice', rows: { first, count, joint } }])
  expect(write('and', 4)).toBe(
    'A transaction is listed twice: the purchase of 12500.5 A@XNGS on 2026-03-05 (row 1) and the purchase of 12.4 USD on 2026-03-05 (row 2), and 2 more.',
  )
  expect(write('or', 2)).toContain('(row 1) or the purchase of 12.4 USD')
})

test('several reasons are one text, in the language of the reader', () => {
  const rounding = { code: 'rounding' } as const
  const currencies: CauseReason = {
    code: 'trade-in-a-currency-is-missing',
    symbol: 'A@XNGS',
    pieces: dec('1'),
    currencies: ['USD', 'EUR'],
  }
  expect(plainCauseText([currencies, rounding])).toMatch(/difference in USD or EUR\. The difference is below/)
  expect(inLanguage('ru', () => plainCauseText([currencies, rounding]))).toMatch(/USD или EUR\. [А-Я]/)
})
