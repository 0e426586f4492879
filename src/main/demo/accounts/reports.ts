import { randomUUID } from 'node:crypto'
import type { Accounts } from './accounts.ts'
import { dayMs } from './day.ts'
import type { Market } from './market.ts'
import { secondsText } from './wire.ts'
import type { Transactions } from './transactions.ts'

/** The longest range of a report. */
export const reportDays = 92
const reportsKept = 200

/** How a report is asked for. */
export interface ReportRequest {
  readonly accountId: string
  readonly beginAt: number
  readonly endAt: number
  readonly form: string
}

interface Report extends ReportRequest {
  readonly requestedAt: number
}

/** Age from which a status holds: known after a moment, then queued, made, ready. */
const stages: readonly (readonly [fromMs: number, status: string])[] = [
  [0, 'NOT_FOUND'],
  [500, 'PENDING'],
  [3000, 'IN_PROGRESS'],
  [6000, 'SUCCESS'],
]

/** Reports that take a few seconds to be made. */
export class Reports {
  readonly #market: Market
  readonly #accounts: Accounts
  readonly #transactions: Transactions
  readonly #reports = new Map<string, Report>()

  constructor(market: Market, accounts: Accounts, transactions: Transactions) {
    this.#market = market
    this.#accounts = accounts
    this.#transactions = transactions
  }

  request(request: ReportRequest): string {
    const id = randomUUID()
    this.#reports.set(id, { ...request, requestedAt: this.#market.now() })
    for (const oldest of this.#reports.keys()) {
      if (this.#reports.size <= reportsKept) break
      this.#reports.delete(oldest)
    }
    return id
  }

  status(id: string): string {
    const report = this.#reports.get(id)
    if (report === undefined) return 'NOT_FOUND'
    const age = this.#market.now() - report.requestedAt
    return stages.findLast(([fromMs]) => age >= fromMs)?.[1] ?? 'NOT_FOUND'
  }

  /** The Report info message; `origin` begins the file's address. */
  info(id: string, origin: string): object {
    const report = this.#reports.get(id)
    const status = this.status(id)
    if (report === undefined) return { report_id: id, status }
    return {
      report_id: id,
      status,
      date_range: { date_begin: secondsText(report.beginAt), date_end: secondsText(report.endAt) },
      report_form: report.form,
      account_id: report.accountId,
      ...(status === 'SUCCESS' && { url: `${origin}/v1/report/${id}/file` }),
    }
  }

  /** The file of a finished report, as HTML; null while there is none. */
  file(id: string): string | null {
    const report = this.#reports.get(id)
    if (report === undefined || this.status(id) !== 'SUCCESS') return null
    const rows = this.#transactions.list(report.accountId, { from: report.beginAt, to: report.endAt, limit: 100 })
    const { bySymbol, cash } = this.#accounts.holdings(report.accountId)
    const positions = [...bySymbol].filter(([, { quantity }]) => quantity !== '0')
    return page(`Брокерский отчёт ${report.accountId}`, [
      `<p>${secondsText(report.beginAt)} – ${secondsText(report.endAt)}, ${report.form}, ${Math.round((report.endAt - report.beginAt) / dayMs)} дн.</p>`,
      table(
        ['Инструмент', 'Количество'],
        positions.map(([symbol, { quantity }]) => [symbol, quantity]),
      ),
      table(['Валюта', 'Остаток'], [...cash]),
      table(
        ['Номер', 'Время', 'Операция', 'Инструмент', 'Сумма', 'Валюта'],
        rows.map((row) => [row.id, secondsText(row.at), row.name, row.symbol, row.amount, row.currency]),
      ),
    ])
  }
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const page = (title: string, parts: readonly string[]): string =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${escape(title)}</title></head><body><h1>${escape(title)}</h1>${parts.join('\n')}</body></html>\n`

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${line(heads, 'th')}${rows.map((row) => line(row, 'td')).join('\n')}</table>`
}
