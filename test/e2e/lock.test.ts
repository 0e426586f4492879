import { execFile } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { until } from '../fakes/until.ts'
import { useBrowser, useConnectedApp } from './rig/app.ts'
import { findVisualFaults } from './rig/browser.ts'
import { connectWebHost, startWebHost } from './rig/web-host.ts'

const pin = '2580'
const app = useConnectedApp()
const windows = useBrowser()

beforeAll(() =>
  until(
    () => app.host.call('accounts.list'),
    (accounts) => accounts.length === app.broker.accounts.ids.length,
  ),
)

const openPage = async (): Promise<Page> => (await windows.open(await app.host.issueUrl())).page
const lockScreen = (page: Page) => page.getByRole('heading', { name: 'Tidemark is locked' })
async function unlock(page: Page): Promise<void> {
  await page.getByLabel('PIN').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
}
/** Runs the built command line; its exit code and output. */
const runCommand = (...args: string[]): Promise<{ readonly code: unknown; readonly output: string }> =>
  new Promise((resolve) => {
    const cli = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js')
    execFile(process.execPath, [cli, ...args, '--data-dir', app.dataDir], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
const filesWith = (text: string): string[] =>
  readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(app.dataDir, name)
    return name.includes(text) || (statSync(path).isFile() && readFileSync(path, 'latin1').includes(text))
  })

test('a PIN is set in the settings, and locking hides everything from all browsers, scripts and commands', async () => {
  const [page, second] = [await openPage(), await openPage()]
  await second.evaluate(() => (location.hash = '#/positions'))
  await second.getByRole('row').nth(1).waitFor()
  await page.evaluate(() => (location.hash = '#/settings'))
  await page.getByRole('button', { name: 'Set a PIN…' }).click()
  await page.getByLabel('New PIN', { exact: true }).fill(pin)
  await page.getByLabel('New PIN again').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Lock now' }).waitFor()
  expect((await runCommand('accounts')).code).toBe(0)
  await page.keyboard.press('Control+Shift+L')
  for (const tab of [page, second]) {
    await lockScreen(tab).waitFor()
    expect(await tab.evaluate(() => document.body.innerText)).toMatch(
      /^Tidemark is locked\s+PIN\s+Unlock\s+Forgot the PIN\?$/,
    )
    const markup = await tab.content()
    for (const id of app.broker.accounts.ids) expect(markup).not.toContain(id)
    expect(new URL(tab.url()).hash).toBe('')
    expect(await tab.title()).toBe('Tidemark')
  }
  expect(await app.host.request('overview.read', { accountId: null })).toMatchObject({ ok: false, code: 'locked' })
  expect(await app.host.request('lock.setPin', { pin: '0000', current: null })).toMatchObject({ code: 'locked' })
  expect(await app.host.request('data.deleteProfile', { id: 'x', name: 'x' })).toMatchObject({ code: 'locked' })
  for (const command of ['accounts', 'transactions', 'health']) {
    const { code, output } = await runCommand(command)
    expect([command, code]).toEqual([command, 4])
    expect(output).toMatch(/^tidemark: Tidemark is locked\. [^\n]*\n$/)
  }
})

test('while the app is locked, the event stream sends nothing and a report is refused', async () => {
  const key = readFileSync(join(app.dataDir, 'script-key'), 'utf8').trim()
  const headers = { authorization: `Bearer ${key}` }
  expect((await fetch(`${app.host.origin}/reports/any`, { headers })).status).toBe(423)
  const stream = await fetch(`${app.host.origin}/api/events`, { headers })
  const reader = stream.body!.getReader()
  const requested = app.broker.requests().length
  // Sync continues, and would publish events.
  await until(
    () => app.broker.requests().length,
    (count) => count > requested + 3,
  )
  const unlocked = await app.host.request('lock.unlock', { pin })
  expect(unlocked).toMatchObject({ ok: true, value: { result: 'opened' } })
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toMatch(/^data: {"topic":"lock.changed"/)
  await reader.cancel()
  expect(await app.host.request('lock.lock')).toMatchObject({ ok: true })
})

test('after a restart the app is still locked, and the PIN opens the requested page', async () => {
  await app.host.stop()
  app.host = await connectWebHost(app.dataDir, app.broker)
  const page = await openPage()
  await lockScreen(page).waitFor()
  await page.evaluate(() => (location.hash = '#/positions'))
  await lockScreen(page).waitFor()
  expect(await findVisualFaults(page)).toEqual([])
  for (const wrong of ['1', '2']) {
    await page.getByLabel('PIN').fill(wrong)
    await page.keyboard.press('Enter')
    await page.getByText('This is not the PIN.').waitFor()
  }
  await unlock(page)
  await page.getByRole('heading', { name: 'Positions' }).or(page.getByRole('row').nth(1)).first().waitFor()
  expect(new URL(page.url()).hash).toBe('#/positions')
})

test('the delay after wrong tries continues after a restart', async () => {
  const waitMs = async (): Promise<number> => (await app.host.call('lock.read')).waitMs
  const mayTry = () => until(waitMs, (ms) => ms === 0, 30_000)
  await app.host.call('lock.lock')
  for (const wrong of ['1', '2', '3', '4']) {
    await mayTry()
    expect((await app.host.call('lock.unlock', { pin: wrong })).result).toBe('wrong')
  }
  await app.host.stop()
  app.host = await connectWebHost(app.dataDir, app.broker)
  expect(await app.host.call('lock.unlock', { pin })).toMatchObject({ result: 'waiting', state: { failures: 4 } })
  const page = await openPage()
  const delay = page.getByText('The next try is possible')
  await delay.waitFor()
  await delay.waitFor({ state: 'detached' })
  await unlock(page)
  expect(await app.host.call('lock.read')).toMatchObject({ failures: 0, waitMs: 0 })
})

test('the secret of the connection opens a locked app, and removes the PIN', async () => {
  const page = await openPage()
  await app.host.call('lock.lock')
  await page.getByRole('button', { name: 'Forgot the PIN?' }).click()
  await page.getByLabel('Secret').fill('not the secret')
  await page.getByRole('button', { name: 'Open with the secret' }).click()
  await page.getByText('This is not the secret').waitFor()
  await page.getByLabel('Secret').fill(app.broker.secret)
  await page.getByRole('button', { name: 'Open with the secret' }).click()
  await page.getByRole('navigation').first().waitFor()
  expect(await app.host.call('lock.read')).toMatchObject({ hasPin: false, isLocked: false })
})

test('all data of a connection is deleted while its service is unreachable, and the report names each part', async () => {
  const page = await openPage()
  const { profile } = await app.host.call('connection.read')
  const name = 'A name to search for'
  await app.host.call('watchlists.create', { name })
  await app.host.call('data.backUp')
  expect(filesWith(name).length).toBeGreaterThan(1)
  await app.broker.faults.goDown()
  // The page knows it. Its banner would otherwise move the button during the click.
  await page
    .getByText(/^offline since/)
    .first()
    .waitFor()
  await page.evaluate(() => (location.hash = '#/settings'))
  await page.getByRole('button', { name: 'Delete everything…' }).click()
  await page.getByRole('textbox', { name: /to confirm/ }).fill(profile.baseUrl ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click()
  await page.getByRole('heading', { name: `Deleted: ${profile.baseUrl}` }).waitFor()
  expect(await findVisualFaults(page)).toEqual([])
  const lines = page.getByRole('listitem')
  await expect.poll(() => lines.filter({ hasText: 'Cache' }).innerText()).toMatch(/removed, \d/)
  expect(await lines.filter({ hasText: 'could not be' }).count()).toBe(0)
  await app.host.stop()
  app.host = await startWebHost(app.dataDir)
  expect(await app.host.call('erasure.read')).toHaveLength(1)
  await app.host.call('erasure.dismiss')
  expect((await app.host.call('connection.read')).profile.kind).toBe('demo')
  for (const text of [name, profile.id, new URL(app.broker.baseUrl).host])
    expect([text, filesWith(text)]).toEqual([text, []])
})
