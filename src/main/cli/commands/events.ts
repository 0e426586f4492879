import { m } from '#shared/messages/messages.js'
import type { EventRow } from '#shared/model/transaction/transaction.ts'
import { eventNote, eventTitle } from '#shared/text/codes/event-title.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { accountOption } from '../command/options.ts'
import { code, figure, key, text, type Column } from '../output/column.ts'

const columns: readonly Column<EventRow>[] = [
  key('date', ({ date }) => date),
  key('symbol', ({ symbol }) => symbol),
  text('instrument', ({ name }) => name),
  code('kind', ({ kind }) => kind, eventTitle),
  figure('per_piece', ({ amount }) => amount),
  key('currency', ({ currency }) => currency),
  text('note', eventNote),
  text('is_ahead', ({ isAhead }) => isAhead),
]

export const events: Command = {
  name: 'events',
  summary: m.cli_events,
  needs: ['listPastBondEvents', 'listPastDividends', 'listFutureSplits'],
  options: [accountOption, { name: 'ahead', words: m.cli_events_ahead }],
  examples: ['events --ahead', 'events --format csv'],
  run,
}

async function run({ values, reading, output }: Call) {
  const rows = await reading.call('events.list', { accountId: values.text('account') })
  await output.rows(columns, [values.isGiven('ahead') ? rows.filter(({ isAhead }) => isAhead) : rows], m.cli_no_events)
  return exitCodes.fine
}
