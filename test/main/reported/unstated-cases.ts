import { reportedCases, type ReportedCase } from './reported-accounts.ts'

const [margin] = reportedCases.filter(({ id }) => id === 'futures-change-without-currency')
/** A row without a currency in an account with one, and in an account with two. */
const unstated = (id: string, more: readonly object[], cash: Readonly<Record<string, string>>): ReportedCase => {
  const text = JSON.stringify(margin).replaceAll('FUTY@', `FUTY${id.toUpperCase()}@`)
  const { accounts, ...rest } = JSON.parse(text) as ReportedCase
  const rows = (accounts['a']?.rows ?? []).map((row) => (row.id === '5003' ? { ...row, currency: '' } : row))
  return { ...rest, id, accounts: { a: { rows: [...rows, ...(more as typeof rows)], positions: {}, cash } } }
}
export const unstatedCases: readonly ReportedCase[] = [
  unstated('assumed', [], { RUB: '20100' }),
  unstated(
    'several',
    [{ id: '5009', at: '2025-01-11T09:00:00Z', category: 'DEPOSIT', name: 'Ввод', change: '7', currency: 'USD' }],
    { RUB: '20000', USD: '7' },
  ),
]
