import { expect, test } from 'vitest'
import { coveredPercent, reconciliationWords } from '#renderer/lib/words/reconciliation-words.ts'
import type { Reconciliation } from '#shared/model/ledger/ledger.ts'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import { createFormat } from '#shared/text/format.ts'
import { day } from '../../fixtures/data.ts'
import { partialReconciliations, reconciliations } from '../../fixtures/ledger.ts'

const now = 1_790_000_000_000
const [differing, agreeing] = reconciliations(now) as [Reconciliation, Reconciliation]
const [, partial] = partialReconciliations(now) as [Reconciliation, Reconciliation]
const covered = (accountId: string, days: number, beginsAt: number | null): HistoryCoverage => ({
  accountId,
  covered: [{ from: now - days * day, to: now }],
  gaps: [],
  beginsAt,
  unreadable: [],
  missing: null,
  isComplete: false,
})
const wordsOf = (accounts: Reconciliation[], coverage: HistoryCoverage[] = [], isLoading = true) =>
  reconciliationWords(accounts, coverage, now, isLoading, createFormat({ locale: 'en-GB' }))

test('when all accounts agree, the words say so', () => {
  expect(wordsOf([agreeing])).toEqual({ text: 'Agrees with the service', tone: 'agrees' })
})

test('differences are counted over all accounts, and rounding is not a difference', () => {
  expect(wordsOf([differing, agreeing])?.text).toBe('2 differences')
  expect(wordsOf([{ ...differing, differenceCount: 1 }])?.text).toBe('1 difference')
})

test('a history that is not loaded is not called a difference', () => {
  expect(wordsOf([partial], [covered(partial.accountId, 62, now - 100 * day)])).toEqual({
    text: 'History loading, 62%',
    tone: 'waiting',
  })
  expect(wordsOf([partial], [covered(partial.accountId, 62, null)])?.text).toBe('History loading')
  expect(wordsOf([partial], [covered(partial.accountId, 62, now - 100 * day)], false)?.text).toBe(
    'History incomplete, 62%',
  )
})

test('differences of one account and the missing history of another account are both named', () => {
  expect(wordsOf([differing, partial], [covered(partial.accountId, 50, now - 100 * day)])?.text).toBe(
    '2 differences, history loading, 50%',
  )
})

test('a figure that the service does not state is not comparable', () => {
  const cash = agreeing.cash.map((each) => ({ ...each, stated: null, difference: null }))
  expect(wordsOf([{ ...agreeing, cash }])).toEqual({ text: '1 figure not comparable', tone: 'waiting' })
})

test('without accounts there are no words', () => {
  expect(wordsOf([])).toBeNull()
})

test('a partial history is never loaded to 100 %', () => {
  expect(coveredPercent([covered('a', 100, now - 100 * day)], now)).toBe(99)
  expect(coveredPercent([], now)).toBeNull()
})
