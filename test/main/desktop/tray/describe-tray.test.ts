import { expect, test } from 'vitest'
import { describeTray } from '#main/desktop/tray/describe-tray.ts'
import { figureAt, figureWords, type TrayReading } from '#main/desktop/tray/tray-figures.ts'
import { cleanText } from '#shared/clean-text.ts'
import { writeTextsIn } from '#shared/language.ts'
import { TrayFigure } from '#shared/model/app/settings.ts'
import { createFormat } from '#shared/text/format.ts'
import * as data from '../../../renderer/fixtures/data.ts'
import * as market from '../../../renderer/fixtures/market.ts'
import * as portfolio from '../../../renderer/fixtures/portfolio.ts'

const now = new Date(2026, 2, 2, 12).getTime()
const money = (amount: string, currency = 'USD') => ({ amounts: [{ currency, amount: data.dec(amount) }], missing: [] })
const { hour } = data

function reading(changes: { [K in keyof TrayReading]?: Partial<TrayReading[K]> } = {}): TrayReading {
  const overview = {
    ...portfolio.overview(now, portfolio.accounts(now)),
    equity: data.dec('101000'),
    dailyPnl: money('1000'),
  }
  return {
    settings: { ...data.settings, ...changes.settings },
    connection: { ...data.connection(now), ...changes.connection },
    overview: { ...overview, ...changes.overview },
    quotes: [],
  }
}
const words = (figure: TrayFigure, source = reading(), sequence = 0): string =>
  figureWords(figureAt(figure, source, sequence), source, createFormat(source.settings)).replaceAll('\u00a0', ' ')

test('each figure is formatted as expected', () => {
  const [first] = reading().overview.accounts
  const tray = { ...data.settings.tray, accountId: first?.id ?? null }
  expect(words('total')).toBe('101,000.00 USD')
  expect(words('day-profit')).toBe('+1,000.00 USD')
  expect(words('day-percent')).toBe('+1.00%')
  expect(words('account', reading({ settings: { tray } }))).toBe('184,250.37 USD')
  expect(words('symbol')).toBe('—')
  expect(words('icon-only')).toBe('')
  expect(words('top-mover', reading({ overview: { movers: [] } }))).toBe('—')
  const rotation = [0, 1, 2].map((sequence) => words('alternating', reading(), sequence))
  expect(rotation).toEqual([words('total'), words('day-profit'), words('day-percent')])
  expect(TrayFigure.options.length).toBeGreaterThanOrEqual(8)
})

test('the tooltip has the chosen figure, the total, the day, the chosen symbols and the status, each once', () => {
  const tooltip = (shows: TrayFigure, maxLength?: number): string[] => {
    const settings = { ...data.settings, tray: { ...data.settings.tray, shows } }
    const quotes = market.quotes(now).slice(0, 2)
    return describeTray({ ...reading({ settings }), quotes }, now, 0, maxLength).tooltip.split('\n')
  }
  const symbols = [expect.stringMatching(/^AAPL {2}227\.48/), expect.stringMatching(/^\w+ {2}[\d.,]+/)]
  const status = [expect.stringContaining('live'), expect.stringMatching(/^updated /)]
  const [total, today] = [expect.stringMatching(/^Total {2}101/), expect.stringMatching(/^Today {2}\+1,000/)]
  expect(tooltip('day-percent')).toEqual(['Tidemark', today, total, ...symbols, ...status])
  expect(tooltip('total')).toEqual(['Tidemark', total, today, ...symbols, ...status])
  expect(tooltip('unrealized')[1]).toBe('Unrealized  —')
  expect(tooltip('symbol')).toEqual(['Tidemark', symbols[0], total, today, symbols[1], ...status])
  expect(tooltip('icon-only')).toEqual(['Tidemark', ...status])
  // In a short tooltip the symbols are dropped, and the status is kept.
  const short = tooltip('day-percent', 100)
  expect(short.join('\n').length).toBeLessThanOrEqual(100)
  expect(short.slice(-2)).toEqual(status)
  expect(short.length).toBeGreaterThan(4)
})

test.each(TrayFigure.options)('no figure turns the text beside it or hides a part of it (%s)', (shows) => {
  const hostile = 'A\u202E\u{E0041}\u2066B\u200B@M\nX'
  const [account, ...accounts] = portfolio.accounts(now)
  const [quote] = market.quotes(now)
  const usual = portfolio.overview(now, [{ ...account!, id: hostile }, ...accounts])
  const overview = { ...usual, movers: usual.movers!.map((mover) => ({ ...mover, symbol: hostile })) }
  const settings = { ...data.settings, tray: { ...data.settings.tray, shows, accountId: hostile } }
  const quotes = [{ ...quote!, symbol: hostile }]
  for (let sequence = 0; sequence < 4; sequence++) {
    const {
      title,
      tooltip,
      heading,
      quotes: shown,
      accounts: named,
    } = describeTray({ ...reading({ settings, overview }), quotes }, now, sequence)
    const texts = [title, ...tooltip.split('\n'), ...heading, ...[...shown, ...named].map(({ words: line }) => line)]
    for (const text of texts) expect(text).toBe(cleanText(text))
  }
})

test('the change of the day is named by its sessions, unless all are of today', () => {
  const contribution = portfolio.contribution(now, true)
  const [session] = contribution.sessions
  const describe = (day: string | null, shows: TrayFigure = 'total') => {
    const sessions = day === null ? [] : [{ ...session!, day }]
    const settings = { ...data.settings, tray: { ...data.settings.tray, shows } }
    return describeTray(reading({ settings, overview: { contribution: { ...contribution, sessions } } }), now, 0)
  }
  const today = expect.stringMatching(/^Today {2}\+1,000.*\+1\.00%$/)
  const earlier = expect.stringMatching(/^Day’s change {2}\+1,000.*\+1\.00%$/)
  expect(describe('2026-03-02').heading.slice(1, 3)).toEqual([today, expect.stringContaining('live')])
  expect(describe('2026-02-27').heading.slice(1, 3)).toEqual([earlier, 'Friday’s session'])
  expect(describe(null).heading[1]).toEqual(earlier)
  expect(describe('2026-02-27', 'day-profit').tooltip.split('\n').slice(1, 3)).toEqual([earlier, 'Friday’s session'])
})

test('a figure of an account that is not read is the total', () => {
  const tray = { ...data.settings.tray, shows: 'account' as const, accountId: 'gone' }
  expect(describeTray(reading({ settings: { tray } }), now, 0).tooltip.split('\n')[1]).toMatch(/^Total {2}101/)
  const [first] = reading().overview.accounts
  const known = { ...tray, accountId: first!.id }
  expect(describeTray(reading({ settings: { tray: known } }), now, 0).tooltip.split('\n')[1]).toBe(
    `${first!.id}  184,250.37\u00a0USD`,
  )
})

test('an unknown figure is shown as unknown, and a percentage needs one complete sum in the accounts’ currency', () => {
  expect(words('total', reading({ overview: { equity: null } }))).toBe('—')
  expect(words('day-profit', reading({ overview: { dailyPnl: { amounts: [], missing: ['X'] } } }))).toBe('unknown yet')
  const partial = { ...money('1000'), missing: ['X'] }
  expect(words('day-percent', reading({ overview: { dailyPnl: partial } }))).toBe('—')
  expect(words('day-percent', reading({ overview: { dailyPnl: money('1000', 'EUR') } }))).toBe('—')
  expect(words('day-percent', reading({ overview: { equity: data.dec('500') } }))).toBe('—')
})

test('hidden amounts appear in no figure, menu line or tooltip; percentages are shown', () => {
  const settings = { ...data.settings, hideAmounts: true }
  for (const shows of TrayFigure.options) {
    const state = describeTray(reading({ settings: { ...settings, tray: { ...settings.tray, shows } } }), now, 0)
    expect(JSON.stringify([state.heading, state.tooltip, state.accounts])).not.toMatch(/101,000|1,000\.00|184,250/)
  }
  expect(words('day-percent', reading({ settings }))).toBe('+1.00%')
})

const icon = (changes: Parameters<typeof reading>[0]) => describeTray(reading(changes), now, 0).icon
const closed = { open: 0, closed: 3, unknown: 0, nextOpenAt: null }

test('the icon shows trouble first, then closed markets, then the direction of the day', () => {
  expect(icon({})).toBe('up')
  expect(icon({ overview: { dailyPnl: money('-1') } })).toBe('down')
  const mixed = { amounts: [...money('-1').amounts, ...money('1', 'EUR').amounts], missing: [] }
  expect(icon({ overview: { dailyPnl: mixed } })).toBe('closed')
  expect(icon({ connection: { market: closed } })).toBe('closed')
  expect(icon({ connection: { market: { ...closed, unknown: 1 } } })).toBe('up')
  expect(icon({ connection: { phase: 'offline', market: closed } })).toBe('offline')
  expect(icon({ connection: { phase: 'trouble' } })).toBe('trouble')
  expect(icon({ connection: { phase: 'signed-out' } })).toBe('trouble')
  expect(icon({ connection: { phase: 'paused' } })).toBe('closed')
})

test('a pause shows its end, with the date if it is on another day', () => {
  const paused = (pausedUntil: number | null) =>
    describeTray(reading({ connection: { phase: 'paused', pausedUntil } }), now, 0)
  expect(paused(now + 2.5 * hour).tooltip).toContain('Paused until 14:30')
  expect(paused(now + 12 * hour).heading).toContain('Paused until 3 Mar 2026, 00:00')
  expect(paused(null).heading).toContain('Paused')
  expect(paused(null).isPaused).toBe(true)
})

test('with a base currency the tray shows converted sums, and the number of amounts that they do not include', () => {
  const converted = (amount: string, missing: string[] = []) => ({
    ...{ currency: 'RUB', amount: data.dec(amount), parts: [], rates: [], notConverted: [], missing },
  })
  const overview = { total: converted('101000'), day: converted('1000'), unrealized: converted('-5', ['X']) }
  const inBase = reading({ overview })
  expect(words('total', inBase)).toBe('101,000.00 RUB')
  expect(words('day-profit', inBase)).toBe('+1,000.00 RUB')
  expect(words('day-percent', inBase)).toBe('+1.00%')
  expect(words('unrealized', inBase)).toBe('-5.00 RUB (1 not included)')
  const partial = reading({ overview: { ...overview, day: converted('1000', ['X']) } })
  expect(words('day-percent', partial)).toBe('—')
  const hidden = reading({ overview, settings: { hideAmounts: true } })
  expect(words('total', hidden) + words('day-profit', hidden)).toBe('••••••')
})

test('every line is in the language of the app', () => {
  const write = () => describeTray(reading(), now, 0).heading.join('\n')
  try {
    writeTextsIn(() => 'ru')
    expect(write()).toContain('обновлено ')
    expect(write()).not.toMatch(/updated/)
  } finally {
    writeTextsIn(() => 'en')
  }
})
