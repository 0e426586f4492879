import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { startInstruments } from './demo.ts'

type OddResponse = { readonly status?: number; readonly body: unknown }

/** A small service on loopback, for responses that the demo does not send. It records path and query of each request. */
export async function startOdd(responses: Readonly<Record<string, (query: URLSearchParams) => OddResponse>>) {
  const requested: string[] = []
  const send = (response: ServerResponse, { status = 200, body }: OddResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const common: typeof responses = {
    '/v1/sessions': () => ({ body: { token: 't'.repeat(40) } }),
    '/v1/sessions/details': () => ({
      body: { expires_at: '2099-01-01T00:00:00Z', md_permissions: [], account_ids: ['1'], readonly: true },
    }),
  }
  const server = createServer((request, response) => {
    request.resume()
    const url = request.url ?? ''
    requested.push(url)
    const [path = '', query] = url.split('?')
    const found = { ...common, ...responses }[path]
    send(
      response,
      found?.(new URLSearchParams(query)) ?? { status: 404, body: { code: 5, message: 'Not Found', details: [] } },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const rig = await startInstruments({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: 's',
  })
  return { ...rig, requested: () => requested.filter((url) => !url.startsWith('/v1/sessions')) }
}

export const asset = (type: string, ticker = 'XYZ', mic = 'XNGS') => ({
  body: { board: '', id: '1', ticker, mic, isin: '', type, name: 'Odd one', decimals: 2, min_step: '1' },
})

export const d = (value: string) => ({ value })
export const symbol = 'XYZ@XNGS'
export const path = (rest: string): string => `/v1/assets/${symbol}${rest}`
