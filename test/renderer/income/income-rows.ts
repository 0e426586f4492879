import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { d } from '../../main/insight/make.ts'

/** A received dividend of 15 USD. */
export const incomeRow = (over: Partial<IncomeRow> = {}): IncomeRow => ({
  ...{ accountId: '1900001', symbol: 'AAA@XXXX', kind: 'dividend', date: '2026-03-31', state: 'received', lateDays: 2 },
  ...{ expected: { low: d('15'), high: d('15'), currency: 'USD' }, currency: 'USD', gross: d('15'), tax: d('2') },
  ...{
    net: d('13'),
    transactionIds: ['7'],
    rule: [{ code: 'value-times-pieces' as const }],
    name: 'Alpha',
    each: d('1.5'),
  },
  ...{ pieces: { low: d('10'), high: d('10') }, isUncertain: false, candidates: [], source: 'event', endsOn: null },
  ...over,
})

/** A projected dividend of 16 USD. */
export const projectedRow = (date: string, over: Partial<IncomeRow> = {}): IncomeRow =>
  incomeRow({
    ...{ date, state: 'projected', gross: null, tax: null, net: null, transactionIds: [], source: 'projection' },
    expected: { low: d('16'), high: d('16'), currency: 'USD' },
    ...over,
  })
