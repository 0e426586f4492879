import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageSession } from '#renderer/lib/host/page-session.ts'
import { stubBrowser } from './browser.ts'

/** The credentials that the host accepts: launch keys, each with its token, and tokens. */
let launchKeys: Map<string, string>
let tokens: Set<string>

beforeEach(() => {
  stubBrowser()
  launchKeys = new Map([['fresh', 'token-1']])
  tokens = new Set()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    const bearer = new Headers(headers).get('authorization')?.slice('Bearer '.length) ?? ''
    if (path !== '/api/session') return new Response('', { status: tokens.has(bearer) ? 200 : 401 })
    const token = launchKeys.get(bearer)
    launchKeys.delete(bearer)
    if (token === undefined) return new Response('no', { status: 401 })
    tokens.add(token)
    return Response.json({ token })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

/** Opens a page at an address. All pages of a test share one sessionStorage, which is cleared for a new tab. */
const openPage = (address: string, options: { readonly isNewTab: boolean }): PageSession => {
  if (options.isNewTab) sessionStorage.clear()
  history.replaceState(null, '', address)
  return new PageSession()
}
async function statusOf(session: PageSession): Promise<number> {
  const response = session.fetch('/api/request')
  await vi.advanceTimersByTimeAsync(1000)
  return (await response).status
}

test('the key in the address is exchanged for a token and removed; the rest of the address stays', async () => {
  const session = openPage('/?key=fresh#/orders', { isNewTab: true })
  expect(location.href).toMatch(/\/#\/orders$/)
  expect(await statusOf(session)).toBe(200)
  expect(document.cookie).toBe('')
  expect(localStorage.length).toBe(0)
})

test('a reload keeps the token, also at the address with the used key', async () => {
  expect(await statusOf(openPage('/?key=fresh', { isNewTab: true }))).toBe(200)
  expect(await statusOf(openPage('/', { isNewTab: false }))).toBe(200)
  expect(await statusOf(openPage('/?key=fresh', { isNewTab: false }))).toBe(200)
})

test('a new tab gets the token of an open tab; without an open tab it is refused', async () => {
  expect(await statusOf(openPage('/', { isNewTab: true }))).toBe(401)
  expect(await statusOf(openPage('/?key=fresh', { isNewTab: true }))).toBe(200)
  expect(await statusOf(openPage('/', { isNewTab: true }))).toBe(200)
})

test('a tab of an earlier start works again after another tab opens the new address', async () => {
  const old = openPage('/?key=fresh', { isNewTab: true })
  expect(await statusOf(old)).toBe(200)
  tokens.clear()
  launchKeys.set('next', 'token-2')
  expect(await statusOf(old)).toBe(401)
  expect(await statusOf(openPage('/?key=next', { isNewTab: true }))).toBe(200)
  expect(await statusOf(old)).toBe(200)
})

test('a page with a token reconnects to a restarted host without a key, and so do its other tabs', async () => {
  vi.useRealTimers()
  vi.stubGlobal('crypto', webcrypto)
  const trusted: JsonWebKey[] = []
  const verified: string[] = []
  const serve = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, string>) : {}
    // Pages of earlier tests may still send their public keys.
    const isOwn = new Headers(init.headers).get('authorization') === 'Bearer token-own'
    if (path === '/api/trust' && !isOwn) return new Response(null, { status: 204 })
    if (path === '/api/trust') return (trusted.push(body), new Response(null, { status: 204 }))
    if (path === '/api/challenge') return Response.json({ challenge: 'the-challenge' })
    if (path !== '/api/return') return serve(path, init)
    const key = await webcrypto.subtle.importKey('jwk', trusted[0]!, { name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'verify',
    ])
    const text = Buffer.from(`tidemark page ${location.origin} ${body['challenge']}`)
    const signature = Buffer.from(body['signature'] ?? '', 'base64url')
    const isValid = await webcrypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, text)
    verified.push(String(isValid))
    tokens.add('token-2')
    return isValid ? Response.json({ token: 'token-2' }) : new Response('no', { status: 401 })
  })
  launchKeys.set('own', 'token-own')
  const first = openPage('/?key=own', { isNewTab: true })
  expect((await first.fetch('/api/request')).status).toBe(200)
  await vi.waitFor(() => expect(trusted).toHaveLength(1))
  expect(trusted[0]).not.toHaveProperty('d')
  const second = openPage('/', { isNewTab: true })
  expect((await second.fetch('/api/request')).status).toBe(200)
  tokens.clear()
  expect((await first.fetch('/api/request')).status).toBe(200)
  expect((await second.fetch('/api/request')).status).toBe(200)
  expect(verified).toEqual(['true'])
  expect([Object.keys(sessionStorage), Object.keys(localStorage)]).toEqual([['tidemark-session'], []])
})
