import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './rig/app.ts'
import { findVisualFaults } from './rig/browser.ts'
import { makeDataDir, removeDataDir, startWebHost, type WebHostProcess } from './rig/web-host.ts'

const browser = useBrowser()
let dataDir: string
let host: WebHostProcess

beforeAll(async () => {
  dataDir = await makeDataDir()
  host = await startWebHost(dataDir, ['--demo', 'small'])
})
afterAll(async () => {
  await host?.stop()
  await removeDataDir(dataDir)
})

async function openSettings(): Promise<{ page: Page; faults: readonly string[] }> {
  const watched = await browser.open(await host.issueUrl())
  await watched.page.evaluate(() => void (location.hash = '#/settings'))
  await watched.page.getByRole('heading', { name: 'Several computers' }).waitFor()
  return watched
}
const unexpected = (faults: readonly string[]) => faults.filter((fault) => !fault.includes('Failed to load resource'))

test('the code is shown and must be typed; without a keychain nothing is shared, and the output does not contain the code', async () => {
  const folder = join(dataDir, 'sync')
  mkdirSync(folder)
  const { page, faults } = await openSettings()
  await page.getByRole('button', { name: 'Share a folder…' }).click()
  await page.getByRole('button', { name: 'I have written it down' }).waitFor()
  const code = (await page.getByRole('list', { name: 'Code' }).getByRole('listitem').allInnerTexts()).join('-')
  expect(code).toMatch(/^([0-9A-Z]{4}-){7}[0-9A-Z]{4}$/)
  expect(await findVisualFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I have written it down' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Folder').fill(folder)
  await dialog.getByLabel('Code').fill((code.startsWith('7') ? '8' : '7') + code.slice(1))
  await dialog.getByRole('button', { name: 'Share folder' }).click()
  await dialog.getByText('A character of this code is wrong').waitFor()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Share folder' }).click()
  await dialog.getByText('kept only there').waitFor()
  expect(await findVisualFaults(page)).toEqual([])
  expect((await host.call('computers.read')).shared).toBeNull()
  expect(host.output()).not.toContain(code)
  expect(unexpected(faults)).toEqual([])
})

test('a folder without files of the code cannot be joined', async () => {
  const { page } = await openSettings()
  const { code } = await host.call('computers.offer')
  await page.getByRole('button', { name: 'Join…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Folder').fill(dataDir)
  await dialog.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' '))
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await dialog.getByText('contains nothing with this code').waitFor()
  expect((await host.call('computers.read')).shared).toBeNull()
})
