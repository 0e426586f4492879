import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '../../../src/main/demo/server.ts'
import { useBrowser } from '../rig/app.ts'
import { openByAddress } from '../rig/open-screen.ts'
import { connectWebHost, makeDataDir, removeDataDir, type WebHostProcess } from '../rig/web-host.ts'

const timeout = 120_000
const body = { code: 3, message: 'Invalid arguments:account_id', details: [] }
let broker: DemoBroker
let dataDir: string
let host: WebHostProcess
beforeAll(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  broker.faults.set({ path: /^\/v1\/assets\/[^/]+@[^/]+$/ }, { kind: 'status', status: 400, body })
  broker.faults.set({ path: /\/orders$/ }, { kind: 'status', status: 403, body: { ...body, message: 'No access' } })
  dataDir = await makeDataDir()
  host = await connectWebHost(dataDir, broker)
})
afterAll(async () => {
  await host?.stop()
  await broker?.close()
  await removeDataDir(dataDir)
})
const windows = useBrowser()

test('screens that miss refused data say so, and Health shows the refusal and checks the service', async () => {
  const { page } = await windows.open(await host.issueUrl())
  const shown = () => page.locator('main').innerText()
  await openByAddress(page, 'orders')
  await expect.poll(shown, { timeout }).toMatch(/Orders \(\d+ accounts?\): missing since .*: “No access”\./)
  await openByAddress(page, 'positions')
  await expect
    .poll(shown, { timeout })
    .toMatch(/Reference data \(.*\): missing since .*: “Invalid arguments:account_id”\./)
  await openByAddress(page, 'health')
  await page.getByText(/\d+ endpoints/).click()
  expect(await shown()).toContain('The service refuses the request: “No access”.')
  await page.getByRole('button', { name: 'Check the service' }).click()
  await expect.poll(shown, { timeout }).toMatch(/Checked at .* kinds of data come as expected/)
  expect(await shown()).toContain('Values of positions, totals and returns are unknown.')
  for (const language of ['en', 'ru'] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1280]) {
        await host.call('settings.write', { language })
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await page.waitForTimeout(1500)
        await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
        await page.screenshot({ path: `/tmp/shots/health-${language}-${colorScheme}-${width}.png`, fullPage: false })
        const panel = page.locator('section.panel', {
          has: page.getByRole('button', { name: /Check the service|Проверить сервис/ }),
        })
        await panel.screenshot({ path: `/tmp/shots/panel-${language}-${colorScheme}-${width}.png` })
      }
  await openByAddress(page, 'positions')
  await page.screenshot({ path: '/tmp/shots/positions-ru-1280.png' })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.screenshot({ path: '/tmp/shots/positions-ru-360.png' })
})
