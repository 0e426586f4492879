import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { startDesktop, type Desktop } from './rig/launch.ts'
import { goTo, goToPositions } from './rig/screens.ts'

let broker: DemoBroker
let first: Desktop
/** A second desktop, which has its own keyring. */
let second: Desktop
let app: ElectronApplication | null = null
let code = ''

beforeAll(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  first = await startDesktop()
  second = await startDesktop()
})
afterAll(async () => {
  await app?.close()
  await first?.stop()
  await second?.stop()
  await broker?.close()
})

async function start(desktop: Desktop): Promise<Page> {
  await app?.close()
  app = await desktop.launch({ dataDir: first.dataDir })
  const page = await app.firstWindow()
  await page.getByRole('navigation').first().waitFor()
  return page
}

/** The files of the service's profile that contain a text. */
function filesWith(text: string): string[] {
  const profiles = join(first.dataDir, 'profiles')
  const service = readdirSync(profiles).find((name) => !name.startsWith('demo')) ?? ''
  return readdirSync(join(profiles, service), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)
}

// The tests build on each other: each starts where the previous one ended.
test('after the recovery code is entered, data is sealed with a key in the keyring', async () => {
  const page = await start(first)
  await goTo(page, 'connect')
  await page.getByLabel('Service address').fill(broker.baseUrl)
  await page.getByLabel('Secret').fill(broker.secret)
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await goToPositions(page)
  // Positions of the demo are on screen until the connection has its own.
  await expect.poll(() => filesWith('SBER@MISX'), { timeout: 60_000 }).not.toEqual([])
  await goTo(page, 'settings')
  await page.getByRole('button', { name: 'Seal data…' }).click()
  code = (await page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem').allInnerTexts()).join('-')
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('dialog').getByLabel('Recovery code').fill(code)
  await page.getByRole('dialog').getByRole('button', { name: 'Seal data' }).click()
  await page.getByText('The data is sealed.').waitFor({ timeout: 120_000 })
  expect(filesWith('SBER@MISX')).toEqual([])
  expect(filesWith('SQLite format 3')).toEqual([])
  expect(first.readKeyring('Tidemark')).toHaveLength(2)
})

test('the next start opens sealed data without the recovery code', async () => {
  const page = await start(first)
  await goToPositions(page)
  await goTo(page, 'settings')
  await page.getByRole('button', { name: 'Unseal…' }).waitFor()
})

test('with another keyring the demo opens and says why, and the recovery code opens the data', async () => {
  const page = await start(second)
  await page.getByText('A profile could not be opened').waitFor()
  expect(second.readKeyring('Tidemark')).toEqual([])
  await goTo(page, 'settings')
  await page.getByRole('button', { name: 'Enter recovery code…' }).click()
  await page.getByRole('dialog').getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Open data' }).click()
  await page.getByText('its key is in the keychain again').waitFor({ timeout: 120_000 })
  await goToPositions(page)
  expect(second.readKeyring('Tidemark')).toHaveLength(1)
  expect(filesWith('SBER@MISX')).toEqual([])
})
