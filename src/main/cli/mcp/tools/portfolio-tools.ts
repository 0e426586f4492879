import { z } from 'zod'
import { requests } from '#shared/contract/contract.ts'
import { inEnglish } from '#shared/language.ts'
import { eventNote } from '#shared/text/codes/event-title.ts'
import { orderNoteWords, valueNoteWords } from '#shared/text/figures/value-notes.ts'
import { hasUnknownCurrency } from '#shared/unknown-currency.ts'
import { accountOption, UsageError, Values, type Option } from '../../command/options.ts'
import { events as eventCommand } from '../../commands/events.ts'
import { orders as orderCommand } from '../../commands/orders.ts'
import { readSymbols } from '../../commands/quotes.ts'
import { readDate } from '../../filter/dates.ts'
import { figuresTool, listTool, remarkCurrency, type Tool } from './tool.ts'

export const accounts = listTool(
  requests['accounts.list'].result.element,
  {
    name: 'accounts',
    title: 'Accounts',
    description: 'Accounts with equity, profit of the day, unrealized profit, cash and margin, as read last.',
  },
  async ({ reading }) => ({ rows: await reading.call('accounts.list') }),
)

const positions = listTool(
  requests['positions.list'].result.element.extend({ valueNote: z.string() }),
  {
    name: 'positions',
    title: 'Positions',
    options: [accountOption],
    description: 'Positions with quantity, price, value and profit, as read last. past_day answers for an earlier day.',
  },
  async ({ reading, values }) => {
    const rows = await reading.call('positions.list', { accountId: values.text('account') })
    return { rows: rows.map((row) => ({ ...row, valueNote: inEnglish(() => valueNoteWords(row.valueNote)) })) }
  },
)

const pastDayOptions: readonly Option[] = [
  { name: 'date', value: 'DATE', words: () => 'UTC day, as 2026-03-31; required' },
  accountOption,
]

const pastDay = figuresTool(
  z.object({ day: requests['history.day'].result }),
  {
    name: 'past_day',
    title: 'A past day',
    options: pastDayOptions,
    description:
      'Positions, cash and value at the end of a past UTC day: recorded then, and replayed from transactions.',
  },
  async ({ reading, values }) => {
    const given = values.text('date')
    if (given === null) throw new UsageError('--date is required.')
    const question = { accountId: values.text('account'), date: readDate('date', given), knowledge: 'now' as const }
    const day = await reading.call('history.day', question)
    const money = day.accounts.flatMap(({ cash, replayed }) => [...(cash ?? []), ...(replayed ?? [])])
    return { value: { day }, remarks: remarkCurrency(hasUnknownCurrency(money)) }
  },
)

/** The maximum number of symbols in one request. */
const symbolsPerChunk = 500

const quoteOptions: readonly Option[] = [
  { name: 'symbols', value: 'SYMBOL', words: () => 'as SBER@MISX; without them what is held', isList: true },
  { name: 'watchlist', value: 'NAME', words: () => 'the instruments of this watchlist' },
]

const quotes = listTool(
  requests['quotes.list'].result.element,
  {
    name: 'quotes',
    title: 'Quotes',
    options: quoteOptions,
    description: 'The latest quotes that were read: of holdings, of a watchlist or of symbols. Requests nothing.',
  },
  async ({ reading, values }) => {
    const watchlist = values.text('watchlist')
    const named = new Values(watchlist === null ? {} : { watchlist: [watchlist] }, values.list('symbols'))
    const symbols = await readSymbols({ reading, values: named })
    const chunks = Array.from({ length: Math.ceil(symbols.length / symbolsPerChunk) }, (_, index) =>
      symbols.slice(index * symbolsPerChunk, (index + 1) * symbolsPerChunk),
    )
    const read = await Promise.all(chunks.map((chunk) => reading.call('quotes.list', { symbols: chunk })))
    return { rows: read.flat() }
  },
)

const orderRow = requests['orders.list'].result.element

const orders = listTool(
  orderRow.extend({ notional: orderRow.shape.notional.extend({ note: z.string() }) }),
  {
    name: 'orders',
    title: 'Orders',
    options: orderCommand.options,
    description: 'Orders as they were read last. Nothing here can place, change or cancel one.',
  },
  async ({ reading, values }) => {
    const [accountId, group] = [values.text('account'), values.text('group')]
    const unread = (await reading.call('orders.readTimes', { accountId })).filter(({ fetchedAt }) => fetchedAt === null)
    const rows = await reading.call('orders.list', { accountId })
    return {
      rows: rows
        .filter(({ bucket }) => group === null || bucket === group)
        .map((row) => ({
          ...row,
          notional: { ...row.notional, note: inEnglish(() => orderNoteWords(row.notional.note)) },
        })),
      remarks: unread.map((read) => `The orders of account ${read.accountId} were never read.`),
    }
  },
)

const events = listTool(
  requests['events.list'].result.element.omit({ ratio: true, offer: true }).extend({ note: z.string() }),
  {
    name: 'events',
    title: 'Corporate events',
    options: eventCommand.options,
    description:
      'Corporate events of what is held: dividends, coupons, splits and offers. The amount is that of one piece.',
    publicPaths: ['rows.amount'],
  },
  async ({ reading, values }) => {
    const rows = await reading.call('events.list', { accountId: values.text('account') })
    const wanted = values.isGiven('ahead') ? rows.filter(({ isAhead }) => isAhead) : rows
    return {
      rows: wanted.map(({ ratio, offer, ...row }) => ({ ...row, note: inEnglish(() => eventNote({ ratio, offer })) })),
    }
  },
)

export const portfolioTools: readonly Tool[] = [accounts, positions, pastDay, quotes, orders, events]
