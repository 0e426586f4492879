import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountToWire, instantOf, sessionToWire, type OddRow } from '../service/odd-wire.ts'
import { answersOf, findAnswer, readRecorded, type RecordedAnswer } from './recorded-answers.ts'

const accountId = '1900001'
const secret = 'recorded-secret'
const token = 'recorded-token'

/** A service on loopback that replays recorded answers; what it was not given is empty or not found. */
export class RecordedService {
  readonly secret = secret
  /** Every request but those for sessions, oldest first. */
  readonly requests: RecordedAnswer['request'][] = []
  baseUrl = ''
  /** The time at which it opens sessions, UTC ms. */
  now: () => number = Date.now
  /** The accounts of its sessions. */
  accountIds: readonly string[] = [accountId]
  readonly #answers: RecordedAnswer[] = []
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  /** Starts a service with the answers of these files of `test/fixtures/recorded`. */
  static async start(...names: readonly string[]): Promise<RecordedService> {
    const service = new RecordedService()
    service.add(...names.flatMap((name) => answersOf(readRecorded(name))))
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    service.baseUrl = `http://127.0.0.1:${(service.#server.address() as AddressInfo).port}`
    return service
  }

  /** Adds answers. One to the same request as an earlier answer replaces it. */
  add(...answers: readonly RecordedAnswer[]): void {
    this.#answers.unshift(...answers)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(raw: IncomingMessage, response: ServerResponse): Promise<void> {
    let sent = ''
    for await (const chunk of raw) sent += String(chunk)
    const { pathname, searchParams } = new URL(raw.url ?? '/', 'http://127.0.0.1')
    const path = decodeURIComponent(pathname)
    const request = { method: raw.method ?? 'GET', path, query: Object.fromEntries(searchParams) }
    const { status, contentType = 'application/json', body } = this.#answer(request, sent, raw.headers.authorization)
    response.writeHead(status, { 'content-type': contentType })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  #answer(request: RecordedAnswer['request'], sent: string, authorization?: string): Omit<RecordedAnswer, 'request'> {
    const { path } = request
    if (path === '/v1/sessions') return sent.includes(`"${secret}"`) ? ok({ token }) : refused(401, 16)
    if (path === '/v1/sessions/details') return ok(sessionToWire(this.accountIds, this.now()))
    if (authorization !== `Bearer ${token}`) return refused(401, 16)
    this.requests.push(request)
    return ofInterval(findAnswer(this.#answers, request) ?? emptyAnswer(path), request.query)
  }
}

const ok = (body: unknown) => ({ status: 200, body })
const refused = (status: number, code: number) => ({ status, body: { code, message: 'Refused', details: [] } })

/** Of transactions only those of the requested interval. */
function ofInterval(
  answer: Omit<RecordedAnswer, 'request'>,
  query: RecordedAnswer['request']['query'],
): Omit<RecordedAnswer, 'request'> {
  const { 'interval.start_time': from, 'interval.end_time': to } = query
  const rows = Object(answer.body).transactions as OddRow[] | undefined
  if (rows === undefined || from === undefined || to === undefined) return answer
  const isInside = ({ timestamp }: OddRow): boolean =>
    instantOf(timestamp) >= instantOf(from) && instantOf(timestamp) < instantOf(to)
  return { ...answer, body: { transactions: rows.filter(isInside) } }
}

/** The answer of a service that has no data. An unknown instrument or report is not found. */
function emptyAnswer(path: string): Omit<RecordedAnswer, 'request'> {
  if (path === `/v1/accounts/${accountId}`) return ok(accountToWire(accountId, null))
  const list = emptyLists.find(([pattern]) => pattern.test(path))
  return list === undefined ? refused(404, 5) : ok(list[1])
}

const emptyLists: readonly (readonly [path: RegExp, body: object])[] = [
  [/^\/v1\/assets\/all$/, { assets: [], next_cursor: '0' }],
  [/^\/v1\/assets$/, { assets: [] }],
  [/\/schedule$/, { sessions: [] }],
  [/\/constituents$/, { constituents: [], next_cursor: '' }],
  [/\/options$/, { options: [] }],
  [/\/trades\/latest$/, { trades: [] }],
  [/\/orderbook$/, { orderbook: { rows: [] } }],
  [/^\/v1\/bonds\/past$/, { events: [] }],
  [/^\/v1\/past-dividends$/, { dividends: [] }],
  [/^\/v1\/splits\/future$/, { splits: [] }],
  [/\/transactions$/, { transactions: [] }],
  [/\/orders$/, { orders: [] }],
  [/^\/v1\/usage$/, { quotas: [] }],
]
