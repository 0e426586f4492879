import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir, removeDataDir, startWebHost } from '../rig/web-host.ts'

const cli = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'cli.js')
let dataDir: string
beforeAll(async () => void (dataDir = await makeDataDir()))
afterAll(() => removeDataDir(dataDir))

async function runDoctor() {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...[cli, 'doctor', '--format', 'json', '--data-dir', dataDir],
  ])
  const rows = JSON.parse(stdout) as readonly { readonly name: string; readonly state: string }[]
  return { states: new Map(rows.map(({ name, state }) => [name, state])), stderr }
}

test('doctor asks the service through the app while it runs, and without it by itself', async () => {
  const host = await startWebHost(dataDir, ['--demo', 'small'])
  try {
    await expect
      .poll(() => host.call('accounts.list').then(({ length }) => length), { timeout: 60_000 })
      .toBeGreaterThan(0)
    const timesAsked = async () =>
      (await host.call('health.read')).service?.find(({ endpoint }) => endpoint === 'listTradableAssets')?.asked ?? 0
    expect(await timesAsked()).toBe(0)
    expectWholeRound(await runDoctor())
    await expect.poll(timesAsked, { timeout: 10_000 }).toBe(1)
  } finally {
    await host.stop()
  }
  expectWholeRound(await runDoctor())
})

function expectWholeRound({ states, stderr }: Awaited<ReturnType<typeof runDoctor>>): void {
  expect(stderr).not.toContain('Tidemark is running')
  expect(states.size).toBe(22)
  expect(['getAsset', 'getTrades', 'listPastBondEvents', 'getUsage'].map((name) => states.get(name))).toEqual(
    Array(4).fill('works'),
  )
  expect([states.get('cancelOrder'), states.get('createReport')]).toEqual(['not-tried', 'not-tried'])
}
