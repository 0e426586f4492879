import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import type { Decimal } from '#shared/decimal.ts'
import { TrayFigure } from '#shared/model/app/settings.ts'
import type { Overview } from '#shared/model/portfolio.ts'
import { createFormat } from '#shared/text/format.ts'
import { until } from '../fakes/until.ts'
import { call } from './rig/call.ts'
import { startConnected } from './rig/connected.ts'
import { flatten, TrayStandIn } from './rig/tray-stand-in.ts'

let broker: DemoBroker
let panel: TrayStandIn
let page: Page
let close: () => Promise<void>
let symbol: string
let accountId: string

beforeAll(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  // A percentage is shown only for a single currency.
  for (const foreign of ['AAPL@XNGS', 'REDS@XNGS', 'WRLD@ARCX', 'DOGW@XNYS'])
    broker.accounts.setPosition('1900001', foreign, '0')
  ;({ standIn: panel, page, close } = await startConnected(broker, TrayStandIn))
  symbol = broker.suggestedSymbols[1]!
  const { accounts } = await until(readOverview, ({ equity }) => equity !== null)
  accountId = accounts.at(-1)!.id
  await until(
    () => panel.items.length,
    (count) => count === 1,
  )
  await call(page, 'settings.write', { accountCurrency: 'RUB', locale: 'en-GB' })
})
afterAll(async () => {
  await close?.()
  await broker?.close()
})

const readOverview = () => call(page, 'overview.read', { accountId: null })
const format = createFormat({ locale: 'en-GB' })
const currency = 'RUB'
const tickerOf = (name: string): string => name.split('@')[0] ?? name

const wholePercent = (profit: number, equity: number): string =>
  format.percent(String((100 * profit) / (equity - profit)) as Decimal, 2, { signed: true })
/** In the first minute after connecting the budget is used for first reads: figures that need all of them come last. */
const lateModes = ['symbol', 'day-percent'] as const
const modes = [...TrayFigure.options.filter((shows) => !lateModes.some((figure) => figure === shows)), ...lateModes]

const dayWords = ({ amounts, missing }: Overview['dailyPnl']): string =>
  amounts
    .map((sum) => format.amount(sum.amount, { currency: sum.currency, signed: true }))
    .join(', ')
    .concat(missing.length > 0 ? ` (${missing.length} not included)` : '')
/** The line of the day's profit, with its percentage if every position has a known currency. */
function dayLine({ dailyPnl, equity }: Overview): readonly string[] {
  const percent =
    dailyPnl.missing.length > 0 ? '' : `  ${wholePercent(Number(dailyPnl.amounts[0]!.amount), Number(equity))}`
  return ['Today', 'Day’s change'].map((name) => `${name}  ${dayWords(dailyPnl)}${percent}`)
}

/** The first figure of each mode, computed from the data that a window reads. */
const figures: Readonly<
  Record<Exclude<TrayFigure, 'alternating'>, (overview: Overview) => readonly string[] | RegExp>
> = {
  total: ({ equity }) => [`Total  ${format.amount(equity, { currency })}`],
  'day-profit': dayLine,
  'day-percent': dayLine,
  unrealized: ({ unrealizedProfit }) => [`Unrealized  ${format.amount(unrealizedProfit, { currency, signed: true })}`],
  account: ({ accounts }) => [
    `${accountId}  ${format.amount(accounts.find(({ id }) => id === accountId)?.equity ?? null, { currency })}`,
  ],
  symbol: () => new RegExp(`^${tickerOf(symbol)}  [\\d.,]+(  [+−-]?\\d+\\.\\d\\d%)?$`),
  'top-mover': ({ movers }) => [
    `${tickerOf(movers![0]!.symbol)} ${format.percent(movers![0]!.changePercent, 2, { signed: true })}`,
  ],
  'icon-only': () => /^(live|market closed)/,
}

const alternating = ['total', 'day-profit', 'day-percent', 'top-mover'] as const

/** Whether the line of the tooltip below the app name is the figure of this mode, of alternating figures any. */
async function isFirst(shows: TrayFigure): Promise<{ seen: string; isExpected: boolean }> {
  const overview = await readOverview()
  const [, seen = ''] = (await panel.tooltip()).split('\n')
  return {
    seen,
    isExpected: (shows === 'alternating' ? alternating : [shows]).some((each) => isFigure(each, seen, overview)),
  }
}
function isFigure(shows: keyof typeof figures, seen: string, overview: Overview): boolean {
  const wanted = figures[shows](overview)
  return wanted instanceof RegExp ? wanted.test(seen) : wanted.includes(seen)
}

test.each(modes)('the mode %s comes first in the tooltip, and the menu keeps its lines', async (shows) => {
  const symbols = shows === 'symbol' ? [symbol] : []
  await call(page, 'settings.write', { tray: { shows, accountId, symbols } })
  await until(
    () => isFirst(shows),
    ({ isExpected }) => isExpected,
    75_000,
  )
  const labels = await until(
    async () => flatten(await panel.menu()).map(({ label }) => label),
    (lines) => lines.some((line) => line.startsWith(`${tickerOf(symbol)}  `)) === (shows === 'symbol'),
  )
  expect(labels[0]).toMatch(/^Total {2}.*\d.*RUB/)
  expect(labels[1]).toMatch(/^(Today|Day’s change) {2}/)
  expect(labels).toContainEqual(expect.stringMatching(new RegExp(`^${accountId} {2}.*\\d`)))
  expect(await panel.tooltip()).toMatch(/^Tidemark\n/)
})

test('alternating figures change over time', async () => {
  await call(page, 'settings.write', { tray: { shows: 'alternating', accountId, symbols: [] } })
  const seen = new Set<string>()
  await until(
    async () => {
      const overview = await readOverview()
      const [, line = ''] = (await panel.tooltip()).split('\n')
      for (const shows of alternating) if (isFigure(shows, line, overview)) seen.add(shows)
      return seen.size
    },
    (count) => count >= 3,
    75_000,
  )
})

test('a chosen symbol in the menu opens its instrument', async () => {
  await call(page, 'settings.write', { tray: { shows: 'symbol', accountId: null, symbols: [symbol] } })
  const line = await until(
    async () => flatten(await panel.menu()).find(({ label }) => label.startsWith(`${tickerOf(symbol)}  `)),
    (found) => found !== undefined,
  )
  await panel.press(line!.label)
  await page.waitForURL((url) => url.hash === `#/instrument/${encodeURIComponent(symbol)}`)
})
