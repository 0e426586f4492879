import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import type { IncomeReason } from '#shared/model/ledger/income-reason.ts'
import { createFormat } from '#shared/text/format.ts'
import { englishIncomeRule, incomeRule } from '#shared/text/income-rule.ts'

afterEach(() => writeTextsIn(() => 'en'))

const reasons: IncomeReason[] = [
  { code: 'same-coupon', date: '2026-03-05', count: 182 },
  { code: 'rows-pay-it', count: 2 },
  { code: 'payment-was-reversed' },
]

test('a rule is written in the current language and formats, and in English for programs', () => {
  const english =
    'Coupon of the same amount as on 2026-03-05, every 182 days, × pieces held now. Paid by 2 transactions together. A payment was reversed.'
  expect(incomeRule(reasons)).toBe(english)
  writeTextsIn(() => 'ru')
  expect(incomeRule(reasons, createFormat({ locale: 'ru-RU' }).date)).toMatch(
    /^Купон того же размера, что 5 мар\. 2026.*с периодом 182.*Выплачено 2 операциями вместе\. Одна из выплат отменена\.$/,
  )
  expect(englishIncomeRule(reasons)).toBe(english)
})
