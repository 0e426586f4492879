import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../fakes/until.ts'
import { FileManagerStandIn } from './rig/file-manager-stand-in.ts'
import { fillWithDemo, startDesktop, type Desktop } from './rig/launch.ts'
import { makeFolder } from './rig/ordinary-user.ts'

// Data that leaves the window: to the clipboard, to other programs, to a chosen file.
let desktop: Desktop
let manager: FileManagerStandIn
let app: ElectronApplication
let page: Page
const programs = makeFolder('programs', false)
const outputFolder = makeFolder('output', true)
const opened = join(outputFolder, 'opened')

/** Replaces the system's program that opens documents. */
const setOpener = (script: string): void =>
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

beforeAll(async () => {
  setOpener(`printf '%s\\n' "$1" >> '${opened}'`)
  desktop = await startDesktop()
  fillWithDemo(desktop.dataDir)
  manager = new FileManagerStandIn(desktop.busAddress)
  await manager.appear()
  app = await desktop.launch({ env: { PATH: `${programs}:${process.env['PATH'] ?? ''}` } })
  page = await app.firstWindow()
  await page.getByText(/^(live|market closed)/).waitFor()
})
afterAll(async () => {
  await app?.close()
  manager?.close()
  await desktop?.stop()
  for (const folder of [programs, outputFolder]) rmSync(folder, { recursive: true, force: true })
})

const goTo = (hash: string) => page.evaluate((to) => void (location.hash = to), hash)
const clipboard = () => app.evaluate((electron) => electron.clipboard.readText())

/** The file of the only report in the library. */
function reportFile(): string {
  const folder = join(desktop.dataDir, 'profiles', 'demo', 'reports')
  return join(folder, readdirSync(folder).find((name) => name.startsWith('report-')) ?? 'none')
}

test('a symbol and transaction rows are copied to the system clipboard', async () => {
  await goTo('#/instrument/SBER%40MISX')
  await page.getByRole('button', { name: 'Copy the symbol' }).click()
  await until(clipboard, (text) => text === 'SBER@MISX')
  await goTo('#/transactions')
  const grid = page.getByRole('grid', { name: 'Transactions' })
  const rows = grid.getByRole('row')
  await rows.nth(1).waitFor()
  // Repeated, because on a busy machine the clipboard kept its old text once.
  const copy = async () => {
    await grid.press('Control+c')
    return clipboard()
  }
  const [first, second] = (await until(copy, (text) => text.includes('\t'))).split('\n')
  expect(first?.split('\t').length).toBeGreaterThan(3)
  expect(second).toBeDefined()
})

test('a page can write to the clipboard but not read it', async () => {
  await app.evaluate((electron) => electron.clipboard.writeText('a copied password'))
  const read = page.evaluate(() => navigator.clipboard.readText())
  await expect(read).rejects.toThrow(/denied|NotAllowed/i)
})

/** The report may run a program, so it is opened only after a confirmation. */
const confirmOpening = () => page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()

test('a report opens in the system’s program and is shown in its folder', async () => {
  await goTo('#/reports')
  await page.getByRole('button', { name: 'Last month' }).click()
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await page.getByRole('button', { name: /^Open: / }).click({ timeout: 120_000 })
  expect(existsSync(opened)).toBe(false)
  await confirmOpening()
  const file = reportFile()
  await until(
    () => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''),
    (text) => text === `${file}\n`,
  )
  await page.getByRole('button', { name: /^Show in folder: / }).click()
  await until(
    () => manager.shown,
    (shown) => shown.length > 0,
  )
  expect(manager.shown).toEqual([pathToFileURL(file).href])
})

test('when no program opens the report, an error is shown', async () => {
  setOpener('exit 3')
  await page.getByRole('button', { name: /^Open: / }).click()
  await confirmOpening()
  await page.getByText(/No program on this computer opens report-.*\.html/).waitFor()
})

test('a report is saved to the chosen file, completely or not at all', async () => {
  const target = join(outputFolder, 'mine.html')
  const answerDialog = (filePath: string) =>
    app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: path === '', filePath: path })
    }, filePath)
  const save = () => page.getByRole('button', { name: /^Save as: / }).click()
  await answerDialog(join(outputFolder, 'no such folder', 'mine.html'))
  await save()
  await page
    .getByText(/folder/i)
    .filter({ hasText: 'no such folder' })
    .waitFor()
  await answerDialog('')
  await save()
  expect(existsSync(target)).toBe(false)
  await answerDialog(target)
  await save()
  await until(() => existsSync(target), Boolean)
  expect(readFileSync(target).equals(readFileSync(reportFile()))).toBe(true)
  expect(existsSync(`${target}.part`)).toBe(false)
})
