import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { cleanLines, cleanText } from '#shared/clean-text.ts'
import { dayMs } from '#shared/durations.ts'
import { textLanguage } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { incomeRule } from '#shared/text/income-rule.ts'
import { incomeKinds, incomeStates } from '#shared/text/income-words.ts'
import { byteOrderMark, formatCell, type Separator } from './csv.ts'
import { freePath } from './export-files.ts'
import { writeExport } from './remarks.ts'

/** Rows by date, oldest first. */
type IncomeBatches = AsyncIterable<readonly IncomeRow[]> | Iterable<readonly IncomeRow[]>

const columns: readonly (readonly [string, (row: IncomeRow) => string | number | null | undefined])[] = [
  ['account', (row) => row.accountId],
  ['date', (row) => row.date],
  ['symbol', (row) => row.symbol],
  ['instrument', (row) => row.name],
  ['kind', (row) => row.kind],
  ['state', (row) => row.state],
  ['late_days', (row) => row.lateDays],
  ['currency', (row) => row.currency],
  ['per_piece', (row) => row.each],
  ['pieces_low', (row) => row.pieces?.low],
  ['pieces_high', (row) => row.pieces?.high],
  ['expected_low', (row) => row.expected?.low],
  ['expected_high', (row) => row.expected?.high],
  ['expected_currency', (row) => row.expected?.currency],
  ['gross', (row) => row.gross],
  ['tax', (row) => row.tax],
  ['net', (row) => row.net],
  ['transactions', (row) => row.transactionIds.join(' ')],
  ['rule', (row) => incomeRule(row.rule)],
]

/** A header and a line for each row, in chunks as the rows arrive. Unknown values are empty cells. */
export async function* formatIncomeCsv(batches: IncomeBatches, separator: Separator): AsyncGenerator<string> {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => formatCell(cell, separator)).join(separator)}\r\n`
  yield byteOrderMark + line(columns.map(([name]) => name))
  for await (const rows of batches)
    yield rows.map((row) => line(columns.map(([, read]) => String(read(row) ?? '')))).join('')
}

/** The library keeps all its events in memory. Many events at once would take gigabytes. */
const eventsPerChunk = 500

/**
 * Events of whole days as an iCalendar file (RFC 5545), in chunks as the rows arrive. An event has the same id in each export,
 * so that a calendar replaces it. The remarks are the description of the calendar.
 */
export async function* formatIncomeCalendar(
  batches: IncomeBatches,
  now: number,
  remarks: readonly string[] = [],
): AsyncGenerator<string> {
  const idOf = createIds()
  const { head, foot } = divide(calendarOf([], now, remarks))
  yield head
  for await (const rows of batches) {
    for (let first = 0; first < rows.length; first += eventsPerChunk) {
      const chunk = rows.slice(first, first + eventsPerChunk).map((row) => [idOf(row), row] as const)
      yield divide(calendarOf(chunk, now)).events
    }
  }
  yield foot
}

const footLine = 'END:VCALENDAR'

/** Splits a calendar into the lines before its events, the events, and the lines after them. */
function divide(calendar: string): { head: string; events: string; foot: string } {
  const foot = calendar.lastIndexOf(footLine)
  const first = calendar.indexOf('BEGIN:VEVENT')
  const begin = first === -1 ? foot : first
  return { head: calendar.slice(0, begin), events: calendar.slice(begin, foot), foot: calendar.slice(foot) }
}

function calendarOf(
  rows: readonly (readonly [id: string, row: IncomeRow])[],
  now: number,
  remarks: readonly string[] = [],
): string {
  const calendar = ical({
    name: m.common_income(),
    ...(remarks.length > 0 && { description: remarks.map(descriptionText).join('\\n') }),
    prodId: { company: 'Tidemark', product: 'Income', language: textLanguage().toUpperCase() },
  })
  for (const [id, row] of rows) {
    calendar.createEvent({
      id,
      start: dayOf(row.endsOn ?? row.date),
      end: new Date(dayOf(row.endsOn ?? row.date).getTime() + dayMs),
      allDay: true,
      stamp: new Date(now),
      summary: `${incomeKinds[row.kind]}: ${cleanText(row.name ?? (row.symbol || m.export_no_instrument()))} (${incomeStates[row.state].toLowerCase()})`,
      description: cleanLines(describe(row)),
      status: row.state === 'projected' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
      categories: [{ name: row.kind }, { name: row.state }],
    })
  }
  return calendar.toString()
}

/** The library does not escape the description of a calendar (RFC 5545, 3.3.11). */
const descriptionText = (text: string): string => cleanText(text).replace(/[\\;,]/g, String.raw`\$&`)

/** Midnight UTC, because the library writes a whole day without a time zone by its UTC date. */
const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`)

function describe({ accountId, symbol, expected, gross, tax, net, currency, rule }: IncomeRow): string {
  return [
    symbol === '' ? m.export_account({ accountId }) : m.export_account_and_symbol({ accountId, symbol }),
    expected === null
      ? m.export_expected_not_known()
      : m.export_expected_amount({ range: rangeOf(expected), currency: expected.currency }),
    ...(gross === null
      ? []
      : [m.export_received({ gross, currency, tax: tax ?? m.export_not_known(), net: net ?? m.export_not_known() })]),
    incomeRule(rule),
  ].join('\n')
}

const rangeOf = ({ low, high }: NonNullable<IncomeRow['expected']>): string =>
  low === high ? low : m.export_low_to_high({ low, high })

/**
 * Returns a function that makes ids from the content of events and numbers equal events. Events are sorted by date, so only
 * those of one day are kept.
 */
function createIds(): (row: IncomeRow) => string {
  const counts = new Map<string, number>()
  let day = ''
  return (row) => {
    if (row.date !== day) counts.clear()
    day = row.date
    const key = [row.accountId, row.symbol, row.kind, row.date].map(encodeURIComponent).join('_')
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${key}${count === 1 ? '' : `_${count}`}@tidemark`
  }
}

interface IncomeExportOptions {
  readonly format: 'csv' | 'ics'
  /** The separator of a CSV file. */
  readonly separator: Separator
  readonly folder: string
  /** UTC ms. */
  readonly now: number
  /** Plain sentences about what the rows lack. */
  readonly remarks: readonly string[]
}

/**
 * Writes rows to a new file in the export folder. The file gets its name when it is complete. Throws an AppError for the user.
 */
export async function exportIncome(
  rows: readonly IncomeRow[],
  { format, separator, folder, now, remarks }: IncomeExportOptions,
): Promise<{ path: string; rows: number }> {
  const texts = format === 'csv' ? formatIncomeCsv([rows], separator) : formatIncomeCalendar([rows], now, remarks)
  const path = freePath({ folder, now, format: format === 'csv' ? 'income' : 'calendar' })
  await writeExport(
    async (file) => {
      for await (const text of texts) await file.append(text)
    },
    { path, remarks: () => (format === 'csv' ? remarks : []) },
  )
  return { path, rows: rows.length }
}
