import { m } from '#shared/messages/messages.js'
import type { PastDayAccount } from '#shared/model/ledger/past-day.ts'
import type { AccountSummary } from '#shared/model/portfolio.ts'
import { hasUnknownCurrency } from '#shared/unknown-currency.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { readDate } from '../filter/dates.ts'
import { coverageWords, serviceWords } from '../output/code-words.ts'
import { amount, code, detail, figure, key, profit, text, time, type Column } from '../output/column.ts'
import { remarkUnknownCurrency } from '../output/unknown-currency.ts'

const columns: readonly Column<AccountSummary>[] = [
  key('account', ({ id }) => id),
  detail(code('type', ({ type }) => type, serviceWords)),
  detail(code('status', ({ status }) => status, serviceWords)),
  amount('equity', ({ equity }) => equity),
  key('currency', ({ equityCurrency }) => equityCurrency?.currency ?? null),
  profit('unrealized_profit', ({ unrealizedProfit }) => unrealizedProfit),
  profit('day_profit', ({ dailyPnl }) => (dailyPnl.amounts.length > 0 ? dailyPnl.amounts : null)),
  detail(figure('day_unknown_count', ({ dailyPnl }) => dailyPnl.missing.length)),
  detail(amount('cash', ({ cash }) => cash)),
  detail(amount('margin_available', ({ margin }) => margin?.available ?? null)),
  detail(amount('margin_initial', ({ margin }) => margin?.initial ?? null)),
  detail(amount('margin_maintenance', ({ margin }) => margin?.maintenance ?? null)),
  detail(figure('positions', ({ positionCount }) => positionCount)),
  detail(time('updated', ({ fetchedAt }) => fetchedAt)),
]

const pastColumns: readonly Column<PastDayAccount>[] = [
  key('account', ({ accountId }) => accountId),
  code('history', ({ coverage }) => coverage.state, coverageWords),
  amount('recorded_equity', ({ recorded }) => recorded?.equity ?? null),
  text('recorded_currency', ({ recorded }) => recorded?.currency ?? null),
  time('recorded', ({ recorded }) => recorded?.at ?? null),
  amount('replayed_worth', ({ replayed }) => replayed),
  amount('cash', ({ cash }) => cash),
  amount('blocked', ({ blocked }) => (blocked.length > 0 ? blocked : null)),
  time('oldest_price', ({ oldestPriceAt }) => oldestPriceAt),
  text('unvalued', ({ missing }) => missing.join(', ')),
  text('differs_today', ({ differing }) => differing.join(', ')),
]

export const accounts: Command = {
  name: 'accounts',
  summary: m.cli_accounts,
  needs: ['getAccount'],
  options: [{ name: 'as-of', value: 'DATE', words: m.cli_accounts_as_of }],
  examples: ['accounts', 'accounts --as-of 2026-03-31 --format json'],
  run,
}

async function run({ values, reading, output }: Call) {
  const asOf = values.text('as-of')
  if (asOf === null) {
    await output.rows(columns, [await reading.call('accounts.list')], m.cli_no_accounts)
    return exitCodes.fine
  }
  const day = { accountId: null, date: readDate('as-of', asOf), knowledge: 'now' as const }
  const { accounts: past } = await reading.call('history.day', day)
  remarkUnknownCurrency(
    output,
    hasUnknownCurrency(past.flatMap(({ cash, replayed }) => [...(cash ?? []), ...(replayed ?? [])])),
  )
  await output.rows(pastColumns, [past], m.cli_no_accounts)
  return exitCodes.fine
}
