import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { useBrowser } from '../rig/app.ts'
import { findVisualFaults } from '../rig/browser.ts'
import { openByAddress } from '../rig/open-screen.ts'
import { makeDataDir, removeDataDir, startWebHost, type WebHostProcess } from '../rig/web-host.ts'

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
  host = await startWebHost(dataDir, ['--demo', 'small'])
})
afterAll(async () => {
  await host?.stop()
  await broker?.close()
  await removeDataDir(dataDir)
})
const windows = useBrowser()

test('a first connection checks the service; screens say what they miss, and Health why and what that costs', async () => {
  const { baseUrl, secret } = broker
  await host.call('connection.connect', { baseUrl, secret, keepIn: 'memory' })
  // Only a check asks for constituents while no index is on screen.
  const isChecked = () => broker.requests().some(({ path }) => path.endsWith('/constituents'))
  await expect.poll(isChecked, { timeout }).toBe(true)
  const { page, faults } = await windows.open(await host.issueUrl())
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
  expect(await findVisualFaults(page)).toEqual([])
  expect(faults).toEqual([])
})
