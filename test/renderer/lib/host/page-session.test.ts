import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageSession } from '../../../../src/renderer/lib/host/page-session.ts'
import { stubBrowser } from './browser.ts'

/** The credentials that the host accepts: launch keys with the token of each, and tokens. */
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

/** A page at an address. All pages of a test share one sessionStorage, so it is cleared for another tab. */
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

test('the key in the address is exchanged for a token and removed from the address; the screen stays', async () => {
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

test('a tab of an earlier start works again when another tab opens the new address', async () => {
  const old = openPage('/?key=fresh', { isNewTab: true })
  expect(await statusOf(old)).toBe(200)
  tokens.clear()
  launchKeys.set('next', 'token-2')
  expect(await statusOf(old)).toBe(401)
  expect(await statusOf(openPage('/?key=next', { isNewTab: true }))).toBe(200)
  expect(await statusOf(old)).toBe(200)
})
