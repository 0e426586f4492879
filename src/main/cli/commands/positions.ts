import { m } from '#shared/messages/messages.js'
import type { PastDayPosition } from '#shared/model/ledger/past-day.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { accountOption } from '../command/options.ts'
import { readDate } from '../filter/dates.ts'
import { maturitySourceWords, pastNoteText, priceSourceWords, serviceWords } from '../output/code-words.ts'
import { amount, code, detail, figure, key, profit, text, time, type Column } from '../output/column.ts'

const columns: readonly Column<PositionRow>[] = [
  key('account', ({ accountId }) => accountId),
  key('symbol', ({ symbol }) => symbol),
  text('instrument', ({ name }) => name),
  detail(code('type', ({ type }) => type, serviceWords)),
  amount('quantity', ({ quantity }) => quantity),
  detail(figure('average_price', ({ averagePrice }) => averagePrice)),
  detail(figure('price', ({ currentPrice }) => currentPrice)),
  amount('value', ({ value }) => value),
  key('currency', ({ currency }) => currency),
  detail(profit('day_profit', ({ dailyPnl }) => dailyPnl)),
  profit('unrealized_profit', ({ unrealizedPnl }) => unrealizedPnl),
  detail(amount('value_in_base', ({ valueInBase }) => valueInBase)),
  detail(figure('weight', ({ weight }) => weight)),
  detail(amount('maintenance_margin', ({ maintenanceMargin }) => maintenanceMargin)),
  detail(key('ends_on', ({ expiresOn }) => expiresOn)),
  detail(code('end_source', ({ expirySource }) => expirySource, maturitySourceWords)),
  detail(time('updated', ({ fetchedAt }) => fetchedAt)),
]

const pastColumns: readonly Column<PastDayPosition>[] = [
  key('account', ({ accountId }) => accountId),
  key('symbol', ({ symbol }) => symbol),
  text('instrument', ({ name }) => name),
  code('type', ({ type }) => type, serviceWords),
  amount('quantity', ({ quantity }) => quantity),
  amount('recorded_quantity', ({ recorded }) => recorded),
  figure('price', ({ price }) => price?.price ?? null),
  code('price_source', ({ price }) => price?.source ?? null, priceSourceWords),
  time('price_time', ({ price }) => price?.at ?? null),
  amount('value', ({ value }) => value),
  key('currency', ({ currency }) => currency),
  code('note', ({ note }) => note ?? '', pastNoteText),
]

export const positions: Command = {
  name: 'positions',
  summary: m.cli_positions,
  needs: ['getAsset', 'getAccount', 'getQuote'],
  options: [accountOption, { name: 'as-of', value: 'DATE', words: m.cli_positions_as_of }],
  examples: ['positions', 'positions --as-of 2026-03-31', 'positions --account 1900001 --format csv'],
  run,
}

async function run(call: Call) {
  const { values, reading, output } = call
  const accountId = values.text('account')
  const asOf = values.text('as-of')
  if (asOf === null)
    await output.rows(columns, [await reading.call('positions.list', { accountId })], m.cli_no_positions)
  else await writePast(call, accountId, readDate('as-of', asOf))
  return exitCodes.fine
}

async function writePast({ reading, output }: Call, accountId: string | null, date: string): Promise<void> {
  const day = await reading.call('history.day', { accountId, date, knowledge: 'now' })
  for (const account of day.accounts) {
    if (account.positions === null) output.remark(m.cli_positions_not_known({ accountId: account.accountId, date }))
    if (account.differing.length > 0)
      output.remark(m.cli_positions_differing({ accountId: account.accountId, names: account.differing.join(', ') }))
  }
  await output.rows(pastColumns, [day.accounts.flatMap((account) => account.positions ?? [])], m.cli_no_positions)
}
