import { expect, test } from 'vitest'
import { formatIncomeCalendar, formatIncomeCsv } from '#main/export/income-files.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { d } from '../insight/make.ts'

const row: IncomeRow = {
  ...{ accountId: '1', symbol: 'AAA@XXXX', kind: 'dividend', date: '2026-03-31', state: 'received', lateDays: 0 },
  ...{
    expected: { low: d('15'), high: d('15'), currency: 'USD' },
    currency: 'USD',
    gross: d('15'),
    tax: d('2'),
    net: d('13'),
  },
  ...{ transactionIds: ['7', '8'], rule: [{ code: 'value-times-pieces' as const }], name: 'Alpha', each: d('1.5') },
  ...{ pieces: { low: d('10'), high: d('10') }, isUncertain: false, candidates: [], source: 'event', endsOn: null },
}
const now = Date.parse('2026-06-30T12:00:00Z')

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

const calendarOf = (rows: readonly IncomeRow[]): Promise<string> => textOf(formatIncomeCalendar([rows], now))

/** The lines of a calendar. Folded lines are joined (RFC 5545). */
const linesOf = (text: string): string[] => text.replaceAll(/\r\n[ \t]/g, '').split('\r\n')

test('an event lasts a whole UTC day, in any time zone of this computer', async () => {
  const lines = linesOf(await calendarOf([row]))
  expect(lines).toContain('DTSTART;VALUE=DATE:20260331')
  expect(lines).toContain('DTEND;VALUE=DATE:20260401')
  expect(lines).toContain('DTSTAMP:20260630T120000Z')
})

test('the date of an offer is its last day', async () => {
  const lines = linesOf(await calendarOf([{ ...row, kind: 'offer', endsOn: '2026-03-25' }]))
  expect(lines).toContain('DTSTART;VALUE=DATE:20260325')
})

test('the title of an event has its kind and its state, as on screen', async () => {
  const lines = linesOf(await calendarOf([{ ...row, kind: 'other', state: 'not-loaded' }]))
  expect(lines).toContain('SUMMARY:Other income: Alpha (not loaded)')
})

test('long lines are folded at 75 octets, and special characters are escaped', async () => {
  const name = `Бета, Гамма; и сыновья \\ ${'длинное название '.repeat(8)}`
  const rule = { code: 'issuer-of-several' as const, symbols: ['First line\nsecond', 'line; with \\'] }
  const text = await calendarOf([{ ...row, name, rule: [rule] }])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const summary = linesOf(text).find((line) => line.startsWith('SUMMARY'))
  expect(summary).toContain('Бета\\, Гамма\\; и сыновья \\\\ длинное название')
  const description = linesOf(text).find((line) => line.startsWith('DESCRIPTION'))
  expect(description).toMatch(/Expected: 15 USD\\n.*First line\\nsecond\\, line\\; with \\\\/)
})

test('an event has the same id in each export, and two equal events have different ids', async () => {
  const idsOf = async (at: number) => {
    const text = await textOf(formatIncomeCalendar([[row], [row, { ...row, date: '2026-04-01' }]], at))
    return linesOf(text).filter((line) => line.startsWith('UID'))
  }
  expect(new Set(await idsOf(now)).size).toBe(3)
  expect(await idsOf(now + 86_400_000)).toEqual(await idsOf(now))
})

test('an unknown amount is an empty cell in CSV, and text that looks like a formula is not run', async () => {
  const text = await textOf(
    formatIncomeCsv([[{ ...row, name: '=1+1', gross: null, tax: null, net: null, expected: null }]], ';'),
  )
  const [head = '', line = ''] = text.trimEnd().split('\r\n')
  const cells = new Map(
    head
      .slice(1)
      .split(';')
      .map((column, index) => [column, line.split(';')[index]]),
  )
  expect([cells.get('instrument'), cells.get('gross'), cells.get('expected_low')]).toEqual(["'=1+1", '', ''])
  expect(cells.get('transactions')).toBe('7 8')
})

test('many events are in one calendar, and a calendar without events is valid', async () => {
  const days = Array.from({ length: 1_203 }, (_, day) => new Date(now + day * 86_400_000).toISOString().slice(0, 10))
  const lines = linesOf(await calendarOf(days.map((date) => ({ ...row, date }))))
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(days.length)
  for (const edge of ['BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR'])
    expect([edge, lines.filter((line) => line === edge)]).toEqual([edge, [edge]])
  expect(lines.indexOf('END:VCALENDAR')).toBe(lines.length - 1)
  expect(linesOf(await calendarOf([]))).toEqual(
    lines.filter((_, index) => index < lines.indexOf('BEGIN:VEVENT') || index === lines.length - 1),
  )
})
