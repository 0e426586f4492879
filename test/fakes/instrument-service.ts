import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Instrument } from '#shared/model/instrument.ts'

/** A service on loopback with a list of instruments, one page per request, that gives every client a session. */
export interface InstrumentService {
  readonly url: URL
  readonly secret: string
  /** The requested cursors, in order of arrival; '' is the first page. */
  readonly requested: string[]
  /** The instruments to list. */
  list: readonly Instrument[]
  /** The page at this cursor names itself as the next page, so the list never ends. */
  repeatsAt: string | null
  stop(): Promise<void>
}

/** Starts the service. A cursor is the id of the first instrument of a page, as in the contract of the real service. */
export async function startInstrumentService(
  list: readonly Instrument[],
  pageSize: number,
): Promise<InstrumentService> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const send = (body: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    request.resume()
    if (url.pathname === '/v1/sessions') return send({ token: 'a-token' })
    if (url.pathname === '/v1/sessions/details')
      return send({ expires_at: expiresAt, account_ids: [], md_permissions: [], readonly: true })
    if (url.pathname !== '/v1/assets/all') return send({ code: 5, message: 'not found', details: [] }, 404)
    const cursor = url.searchParams.get('cursor') ?? ''
    service.requested.push(cursor)
    const from = cursor === '' ? 0 : service.list.findIndex(({ id }) => Number(id) >= Number(cursor))
    if (from < 0) return send({ assets: [], next_cursor: '0' })
    const next = service.repeatsAt === cursor ? cursor : (service.list[from + pageSize]?.id ?? '0')
    send({ assets: service.list.slice(from, from + pageSize).map(toWire), next_cursor: next })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: InstrumentService = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    secret: 'a-secret',
    requested: [],
    list,
    repeatsAt: null,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

const toWire = ({ isArchived, ...rest }: Instrument): object => ({ ...rest, is_archived: isArchived })
