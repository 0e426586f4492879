import { cpSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useBrowser, useConnectedApp } from './rig/app.ts'
import { findVisualFaults } from './rig/browser.ts'

const app = useConnectedApp()
const browser = useBrowser()

async function openSealDialog(): Promise<{ page: Page; faults: readonly string[] }> {
  const watched = await browser.open(await app.host.issueUrl())
  await watched.page.evaluate(() => void (location.hash = '#/settings'))
  await watched.page.getByRole('button', { name: 'Seal data…' }).click()
  await watched.page.getByRole('button', { name: 'I have kept it' }).waitFor()
  return watched
}

const readCode = async (page: Page): Promise<string> =>
  (await page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem').allInnerTexts()).join('-')

test('the recovery code is shown, saved as a file and read back from it; without a keychain nothing is sealed', async () => {
  const { page, faults } = await openSealDialog()
  const code = await readCode(page)
  expect(await findVisualFaults(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as file' }).click(),
  ])
  const file = await download.path()
  expect(await readFile(file, 'utf8')).toContain(`Recovery code: ${code}`)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByLabel('Or the saved file').setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: 'Seal data' }).click()
  await page.getByRole('dialog').getByText('kept only in a keychain').waitFor()
  expect(await findVisualFaults(page)).toEqual([])
  expect((await app.host.call('sealing.read')).isSealed).toBe(false)
  expect(app.host.output()).not.toContain(code)
  // The browser logs a refused request as an error, which is not a fault of the page.
  expect(faults.filter((fault) => !fault.includes('Failed to load resource'))).toEqual([])
})

test('a code that differs from the shown code seals nothing', async () => {
  const { page } = await openSealDialog()
  const code = await readCode(page)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  const wrongCode = (code.startsWith('7') ? '8' : '7') + code.slice(1)
  await page.getByRole('dialog').getByLabel('Recovery code').fill(wrongCode)
  await page.getByRole('dialog').getByRole('button', { name: 'Seal data' }).click()
  await page.getByRole('dialog').getByText('A character of this recovery code is wrong').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect((await app.host.call('sealing.read')).isSealed).toBe(false)
})

test('the dialog that restores a kept journal fits into 360 px in Russian', async () => {
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
  const { parentPath: profile } = files.find(({ name }) => name === 'journal.sqlite')!
  cpSync(join(profile, 'journal.sqlite'), join(profile, 'sealed-4f1c9a20b7d3', 'journal.sqlite'))
  await app.host.call('settings.write', { language: 'ru' })
  const { page } = await browser.open(await app.host.issueUrl(), { viewport: { width: 360, height: 800 } })
  await page.evaluate(() => void (location.hash = '#/settings'))
  await page.getByRole('button', { name: /^Открыть зашифрованные данные/ }).click()
  const body = page.getByRole('dialog').locator('.body')
  await body.getByRole('combobox').waitFor()
  const overflowing = await body.evaluate((box) => {
    const edge = box.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(box).paddingInlineEnd)
    return [...box.querySelectorAll('p, select, textarea')]
      .filter((part) => part.getBoundingClientRect().right > edge + 0.5)
      .map(({ tagName }) => tagName)
  })
  expect(overflowing).toEqual([])
  expect(await findVisualFaults(page)).toEqual([])
  await app.host.call('settings.write', { language: 'en' })
})
