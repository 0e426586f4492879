import { afterEach, expect, test } from 'vitest'
import Settings from '#renderer/settings/Settings.svelte'
import { AppError } from '#shared/errors.ts'
import { mirrorState } from '../fixtures/app/mirror.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const to = 'postgresql://me@db.example/finance'
const box = () => page.find<HTMLInputElement>('input[aria-label="Database of the mirror"]')
const panel = (): Element => box().closest('section')!
const copyNow = () =>
  [...panel().querySelectorAll('button')].find(({ textContent }) => textContent.includes('Copy now'))!
const type = async (text: string): Promise<void> => {
  box().value = text
  box().dispatchEvent(new Event('change', { bubbles: true }))
  await page.settle()
}

test('the mirror is off until a database is entered, and an empty text switches it off', async () => {
  let state = mirrorState
  page = await mountInApp(
    Settings,
    {},
    fixtureTransport({
      'mirror.read': () => state,
      'mirror.set': (params) => {
        state = { ...mirrorState, to: params.to }
      },
    }),
  )
  expect(panel().textContent).toContain('Off. Nothing is copied.')
  expect(copyNow().disabled).toBe(true)
  await type(` ${to} `)
  expect(state.to).toBe(to)
  expect(copyNow().disabled).toBe(false)
  await type('')
  expect(state.to).toBeNull()
})

test('the last run, its rows and its failure are shown', async () => {
  const state = { ...mirrorState, to, finishedAt: fixtureNow, rows: 1234, failure: 'Nothing answers at this address.' }
  page = await mountInApp(Settings, {}, fixtureTransport({ 'mirror.read': () => state }))
  expect(panel().textContent).toMatch(/Last run: .+, rows sent: 1.?234/)
  expect(panel().querySelector('[role="status"], [role="alert"]')?.textContent).toContain('Nothing answers')
})

test('a rejected connection is reported and not shown as saved', async () => {
  page = await mountInApp(
    Settings,
    {},
    fixtureTransport({
      'mirror.set': () => {
        throw new AppError('invalid', 'The connection must not contain a password.')
      },
    }),
  )
  await type('postgresql://me:word@db/d')
  expect(panel().querySelector('[role="alert"]')?.textContent).toContain('must not contain a password')
})
