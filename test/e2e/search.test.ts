import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../fakes/until.ts'
import { findFaultsOfLooks, openPage, startChromium } from './browser.ts'
import { makeDataDir, removeDataDir, startWebHost, type WebHostProcess } from './web-host.ts'

let browser: Browser
let host: WebHostProcess
let dataDir: string
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await startChromium()
  dataDir = await makeDataDir()
  host = await startWebHost(dataDir, ['--demo', 'small'])
  await until(
    () => host.call('instruments.state'),
    ({ wholeAt }) => wholeAt !== null,
    60_000,
  )
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
})
afterAll(async () => {
  await browser?.close()
  await host?.stop()
  await removeDataDir(dataDir)
})

async function open(options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', ...options })
  contexts.push(context)
  const opened = await openPage(context, host.url)
  await opened.page.getByRole('main').waitFor()
  return opened
}
const field = (page: Page) => page.getByRole('combobox', { name: 'Search instruments and commands' })
const option = (page: Page) => page.getByRole('option')

test('an instrument is opened by the keyboard alone, in either script and with a slip', async () => {
  const { page, faults } = await open()
  for (const [typed, first] of [
    ['sber', 'SBER@MISX'],
    ['сбер', 'SBER@MISX'],
    ['яндекс', 'YDEX@MISX'],
    ['yandxe', 'YDEX@MISX'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.keyboard.type(typed)
    await option(page).filter({ hasText: first }).first().waitFor()
    await page.keyboard.press('Enter')
    await field(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => location.hash)).toBe(`#/instrument/${encodeURIComponent(first)}`)
  }
  expect(faults).toEqual([])
})

test('arrows walk on into the commands and around, and a command is done', async () => {
  const { page } = await open()
  await page.keyboard.press('Control+k')
  await field(page).fill('positions')
  await option(page).filter({ hasText: 'Positions' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.hash === '#/positions')
})

test('Escape closes it and gives the focus back; so does a click beside it', async () => {
  const { page } = await open()
  const eye = page.getByRole('button', { name: 'Hide amounts' })
  await eye.focus()
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  expect(await eye.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await field(page).waitFor()
  await page.mouse.click(5, 400)
  await field(page).waitFor({ state: 'detached' })
})

test('the palette is accessible and fits, dark and narrow, light and wide', async () => {
  const { page, faults } = await open()
  await page.keyboard.press('Control+k')
  const found: string[] = await findFaultsOfLooks(page)
  for (const [typed, isFound] of [
    ['сбер', true],
    ['nothing of this name', false],
  ] as const) {
    await field(page).fill(typed)
    await (
      isFound ? option(page).filter({ hasText: 'SBER@MISX' }).first() : page.getByText('No instrument is found by')
    ).waitFor()
    found.push(...(await findFaultsOfLooks(page)))
  }
  expect(await page.getByText(/instruments known · list read/).isVisible()).toBe(true)
  expect([found, faults]).toEqual([[], []])
})
