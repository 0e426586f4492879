import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountToWire, instantOf, sessionToWire, transactionToWire, type OddRow } from './service/odd-wire.ts'
import { rowsWithin, truncate, type KeptRows } from './service/rows-in-time.ts'

export type { OddRow }

/** A fault of one request. */
export type Fault = { readonly status: number } | 'reset' | 'cut body' | { readonly slowMs: number }

export interface OddOptions {
  /** The maximum number of rows in one response; no response states it. */
  cap: number
  /** `false`: `limit` is ignored. */
  respectsLimit?: boolean
  order?: 'asc' | 'desc' | 'shuffled'
  /** The rows that remain in a truncated response. */
  kept?: KeptRows
  isEndInclusive?: boolean
  openAccountDate?: string | null
  /** Called before each request for transactions, with its number; returns the fault of the request. */
  fault?: (count: number) => Fault | null
  /** Requests above this number in a minute are refused. */
  requestsPerMinute?: number
}

const secret = 'odd-secret'
const token = 'odd-token'

interface Placed extends OddRow {
  readonly at: number
}

/** A second implementation of the service, written from the contract alone; it shares no code with the demo broker. */
export class OddService {
  options: OddOptions
  /** The number of requests for transactions, refused ones included. */
  transactionRequests = 0
  /** The number of complete responses with transactions, empty ones included. */
  transactionAnswers = 0
  baseUrl = ''
  readonly secret = secret
  readonly #accounts = new Map<string, Placed[]>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #arrivals: number[] = []

  constructor(options: OddOptions, accountIds: readonly string[]) {
    this.options = options
    for (const id of accountIds) this.#accounts.set(id, [])
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Adds rows; a row with a known id replaces the earlier one. */
  addRows(accountId: string, rows: readonly OddRow[]): void {
    const ids = new Set(rows.map(({ id }) => id))
    const keptRows = (this.#accounts.get(accountId) ?? []).filter(({ id }) => !ids.has(id))
    const placed = rows.map((row) => ({ ...row, at: instantOf(row.timestamp) }))
    this.#accounts.set(
      accountId,
      [...keptRows, ...placed].sort((a, b) => a.at - b.at),
    )
  }

  /** All rows of an account that can be read, oldest first. */
  allRows(accountId: string): readonly (OddRow & { readonly at: number })[] {
    return (this.#accounts.get(accountId) ?? []).filter(({ isMalformed }) => !isMalformed)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const refuse = (status: number): void => send(status, { code: status, message: 'Refused', details: [] })
    const now = performance.now()
    while ((this.#arrivals[0] ?? now) < now - 60_000) this.#arrivals.shift()
    this.#arrivals.push(now)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (this.#arrivals.length > (this.options.requestsPerMinute ?? Infinity)) return refuse(429)
    if (url.pathname === '/v1/sessions') return body.includes(`"${secret}"`) ? send(200, { token }) : refuse(401)
    if (url.pathname === '/v1/sessions/details') return send(200, sessionToWire([...this.#accounts.keys()]))
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401)
    const [, , kind = '', rawId = '', part = ''] = url.pathname.split('/')
    const id = decodeURIComponent(rawId)
    if (kind === 'accounts' && this.#accounts.has(id)) {
      if (part === 'transactions') return this.#sendTransactions(id, url.searchParams, response, send, refuse)
      return send(200, part === 'orders' ? { orders: [] } : accountToWire(id, this.options.openAccountDate ?? null))
    }
    if (kind === 'assets') return send(200, { assets: [], next_cursor: '0' })
    return kind === 'usage' ? send(200, { quotas: [] }) : refuse(404)
  }

  async #sendTransactions(
    id: string,
    query: URLSearchParams,
    response: ServerResponse,
    send: (status: number, body: unknown) => void,
    refuse: (status: number) => void,
  ): Promise<void> {
    const fault = this.options.fault?.(this.transactionRequests++) ?? null
    if (fault === 'reset') return void response.destroy()
    if (fault !== null && fault !== 'cut body' && 'status' in fault) return refuse(fault.status)
    if (fault !== null && fault !== 'cut body') await new Promise((resolve) => setTimeout(resolve, fault.slowMs))
    const from = instantOf(query.get('interval.start_time') ?? '1970-01-01T00:00:00Z')
    const to = instantOf(query.get('interval.end_time') ?? '9999-01-01T00:00:00Z')
    if (!(from < to)) return refuse(400)
    const json = { transactions: this.#select(id, from, to, Number(query.get('limit') ?? '50')).map(transactionToWire) }
    if (fault === 'cut body') {
      const text = JSON.stringify(json)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length * 2) })
      response.write(text.slice(0, text.length / 2))
      return void response.destroy()
    }
    this.transactionAnswers++
    send(200, json)
  }

  #select(id: string, from: number, to: number, limit: number): readonly OddRow[] {
    const { cap, respectsLimit = true, order = 'desc', kept = 'newest', isEndInclusive = false } = this.options
    const all = this.#accounts.get(id) ?? []
    const maxRows = respectsLimit ? Math.min(limit, cap) : cap
    const chosen = truncate(rowsWithin(all, { from, to, isEndInclusive }), { maxRows, kept, scatter: shuffle })
    if (order === 'shuffled') return shuffle(chosen)
    return chosen.toSorted((a, b) => (order === 'asc' ? a.at - b.at : b.at - a.at))
  }
}

function shuffle<T>(rows: readonly T[]): T[] {
  const copy = [...rows]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    const [a, b] = [copy[i] as T, copy[j] as T]
    copy[i] = b
    copy[j] = a
  }
  return copy
}
