import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentSecurityPolicy } from '#main/host/static-files.ts'
import { serveRenderer } from '../../../scripts/dev/serve-renderer.mjs'

const root = process.cwd()
const received: IncomingHttpHeaders[] = []
const host = createServer(({ headers }, response) => {
  received.push(headers)
  response.end('{}')
})
let hostPort = 0
let dev: Awaited<ReturnType<typeof serveRenderer>>

const listen = (server: typeof host): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

beforeAll(async () => {
  hostPort = await listen(host)
  const keyFile = join(mkdtempSync(join(tmpdir(), 'tidemark-dev-')), 'key')
  writeFileSync(keyFile, 'secret\n')
  const free = createServer()
  const port = await listen(free)
  await new Promise((resolve) => free.close(resolve))
  dev = await serveRenderer({ root, port, host: { port: hostPort, keyFile } })
})
afterAll(async () => {
  await dev.close()
  host.close()
})

const post = async (origin: string): Promise<IncomingHttpHeaders | undefined> => {
  await fetch(`${dev.address}/api/request`, { method: 'POST', headers: { origin }, body: '{}' })
  return received.at(-1)
}

test('a request of the page in development reaches the host as one of its own', async () => {
  const own = `127.0.0.1:${hostPort}`
  expect(await post(dev.address)).toMatchObject({
    host: own,
    origin: `http://${own}`,
    authorization: 'Bearer secret',
  })
})

test('a request of another page keeps its origin and gets no credential', async () => {
  const headers = await post('http://other.example')
  expect(headers?.origin).toBe('http://other.example')
  expect(headers?.authorization).toBeUndefined()
})

test('the page is served with the code that replaces what was saved', async () => {
  const response = await fetch(dev.address, { headers: { accept: 'text/html' } })
  expect(await response.text()).toContain('/@vite/client')
})

test('the built app has its own content security policy, and knows nothing of the development', () => {
  expect(contentSecurityPolicy).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  const built = readdirSync('out', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(c?js|html)$/.test(name))
    .map((name) => readFileSync(join('out', name), 'utf8'))
  for (const directive of contentSecurityPolicy.split('; '))
    expect(built.some((text) => text.includes(directive))).toBe(true)
  for (const word of ['unsafe-inline', 'unsafe-eval', '@vite/client', 'TIDEMARK_DEV_SERVER'])
    expect(built.filter((text) => text.includes(word))).toEqual([])
})
