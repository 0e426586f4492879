import { afterEach, expect, test } from 'vitest'
import Age from '#renderer/ui/figures/Age.svelte'
import { connection } from '../../fixtures/data.ts'
import { fixtureNow } from '../../fixtures/fixture-now.ts'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'
import { fixtureTransport } from '../../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

/** Shows an age of `ageMs` that is stale after 10 s. */
async function show(ageMs: number, market = { open: 3, closed: 0, unknown: 0 }): Promise<void> {
  const state = { ...connection(fixtureNow), market: { ...market, nextOpenAt: null } }
  page = await mountInApp(
    Age,
    { at: fixtureNow - ageMs, staleAfterMs: 10_000 },
    fixtureTransport({ 'connection.read': () => state }),
  )
  expect(page.app).toHaveProperty('connection')
  await page.settle()
}
const isStale = () => page.find('time').classList.contains('stale')

test('an age below 5 s is not counted', async () => {
  await show(4_000)
  expect(page.text()).toBe('< 5 s')
  await page.end()
  await show(7_000)
  expect(page.text()).toBe('7 s')
})

test('a stale age is marked, but not while all markets are closed', async () => {
  await show(60_000)
  expect(isStale()).toBe(true)
  await page.end()
  await show(60_000, { open: 0, closed: 3, unknown: 0 })
  expect(isStale()).toBe(false)
  await page.end()
  await show(60_000, { open: 0, closed: 3, unknown: 1 })
  expect(isStale()).toBe(true)
})
