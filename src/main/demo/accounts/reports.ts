import { randomUUID } from 'node:crypto'
import { dayMs } from '#shared/durations.ts'
import type { Market } from '../market/market.ts'
import { secondsText } from '../values/wire.ts'
import type { Accounts } from './accounts.ts'
import type { Transactions } from './transactions.ts'

/** The longest range of a report, in days. */
export const maxReportDays = 92
const maxReports = 200

/** The parameters of a report; times in UTC ms. */
export interface ReportRequest {
  readonly accountId: string
  readonly beginAt: number
  readonly endAt: number
  readonly form: string
}

interface Report extends ReportRequest {
  readonly requestedAt: number
}

/** From which age a report has a status: unknown at first, then queued, in progress, ready. */
const stages: readonly (readonly [fromMs: number, status: string])[] = [
  [0, 'NOT_FOUND'],
  [500, 'PENDING'],
  [3000, 'IN_PROGRESS'],
  [6000, 'SUCCESS'],
]

/** Reports; each takes a few seconds to become ready. */
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
      if (this.#reports.size <= maxReports) break
      this.#reports.delete(oldest)
    }
    return id
  }

  status(id: string): string {
    const report = this.#reports.get(id)
    if (report === undefined) return 'NOT_FOUND'
    const ageMs = this.#market.now() - report.requestedAt
    return stages.findLast(([fromMs]) => ageMs >= fromMs)?.[1] ?? 'NOT_FOUND'
  }

  /** The Report info message; `origin` is the start of the file's address. */
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

  /** The HTML of a finished report; null until it is finished. */
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
