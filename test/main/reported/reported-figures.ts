import { dayMs } from '#shared/durations.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import { now } from '../recorded/replayed-profile.ts'
import type { ReportedProfile } from './reported-accounts.ts'

const first = Date.UTC(2025, 0, 1)

/** The figures of one account, as the screens ask for them. */
export function figuresOf({ client }: ReportedProfile, accountId: string) {
  const scope = (symbol: string | null, from = first, to = now) => ({
    ...{ accountId, symbol, type: null, currency: null, from, to },
  })
  return {
    performance: (symbol: string | null = null, from?: number, to?: number) =>
      client.call('performance.read', scope(symbol, from, to)),
    realized: (symbol: string | null = null, method?: LotMethod) =>
      client.call('performance.realized', { ...scope(symbol), ...(method !== undefined && { method }) }),
    lots: (symbol: string | null = null) => client.call('lots.list', { accountId, symbol }),
    income: () => client.call('income.list', { accountId, from: first, to: now + 400 * dayMs }),
    day: (date: string) => client.call('history.day', { accountId, date, knowledge: 'now' }),
    reconciliation: async () => (await client.call('reconciliation.read', { accountId }))[0],
    kindOf: async (id: string) => (await client.call('transactions.detail', { accountId, id })).kind,
  }
}
