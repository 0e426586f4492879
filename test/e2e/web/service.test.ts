import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { readRecoveryCode } from '#main/sealing/recovery-code.ts'
import { requests } from '#shared/contract/contract.ts'
import { until } from '../../fakes/until.ts'
import { connectWebHost, makeDataDir, removeDataDir, startWebHost, type WebHostProcess } from '../rig/web-host.ts'

let broker: DemoBroker
let dataDir: string
let host: WebHostProcess

const connect = (): Promise<WebHostProcess> => connectWebHost(dataDir, broker)
const isLive = async () => (await host.call('connection.read')).phase === 'live'
const readPositions = () => host.call('positions.list', { accountId: null })

beforeEach(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  dataDir = await makeDataDir()
  host = await connect()
})
afterEach(async () => {
  await host.stop()
  await broker.close()
  await removeDataDir(dataDir)
})

test('the app shows all accounts of the service and their positions', async () => {
  const summaries = await until(
    () => host.call('accounts.list'),
    (accounts) => accounts.length === broker.accounts.ids.length,
  )
  expect(summaries.map(({ id }) => id).sort()).toEqual([...broker.accounts.ids].sort())
  const rows = await until(readPositions, (positions) => positions.length > 0)
  expect(rows.every(({ quantity }) => quantity !== '0')).toBe(true)
})

test('the Authorization header is never sent to session endpoints and always sent to other endpoints', async () => {
  await until(readPositions, (positions) => positions.length > 0)
  const seen = broker.requests()
  const sessionCalls = seen.filter(({ path }) => path.startsWith('/v1/sessions'))
  expect(sessionCalls.length).toBeGreaterThan(0)
  expect(sessionCalls.filter(({ hadAuthorization }) => hadAuthorization)).toEqual([])
  expect(seen.filter(({ path, hadAuthorization }) => !path.startsWith('/v1/sessions') && !hadAuthorization)).toEqual([])
})

test('secret and token appear in no file, no response and no output of the app', async () => {
  await until(isLive, Boolean)
  await until(readPositions, (positions) => positions.length > 0)
  const responses: string[] = []
  for (const method of Object.keys(requests)) responses.push(JSON.stringify(await host.request(method)))
  responses.push(JSON.stringify(await host.request('overview.read', { accountId: null })))
  responses.push(
    JSON.stringify(await host.request('connection.test', { baseUrl: broker.baseUrl, secret: 'wrong-secret-text' })),
  )
  const { code } = await host.call('sealing.offer')
  const sealing = await host.request('sealing.seal', { code: `${code}0` })
  responses.push(JSON.stringify([sealing, await host.request('sealing.seal', { code })]))
  await host.stop()
  // The key of sealed data is shown as a recovery code once, by the one request that offers it.
  const key = Buffer.from(readRecoveryCode(code))
  const forbidden = [broker.secret, ...broker.issuedTokens(), 'wrong-secret-text']
  forbidden.push(code, key.toString('hex'), key.toString('base64'))
  expect(forbidden.length).toBeGreaterThan(2)
  for (const text of [...responses, host.output(), ...(await readAll(dataDir))]) {
    expect(forbidden.filter((secret) => text.includes(secret))).toEqual([])
  }
})

test('the app shows cached figures with their age while the service is down, and reconnects by itself', async () => {
  const before = await until(readPositions, (positions) => positions.length > 0)
  await broker.faults.goDown()
  await host.call('sync.now', { job: 'accounts' })
  const offline = await until(
    () => host.call('connection.read'),
    ({ phase }) => phase === 'offline',
    60_000,
  )
  expect(offline.lastResponseAt).toBeLessThanOrEqual(offline.since)
  expect((await readPositions()).map(({ symbol }) => symbol)).toEqual(before.map(({ symbol }) => symbol))
  await broker.faults.comeUp()
  await until(isLive, Boolean, 90_000)
})

test('after a kill the app starts from the cache while the service is down', async () => {
  const before = await until(readPositions, (positions) => positions.length > 0)
  await host.kill()
  await broker.faults.goDown()
  host = await connect()
  expect((await readPositions()).map(({ symbol, quantity }) => [symbol, quantity])).toEqual(
    before.map(({ symbol, quantity }) => [symbol, quantity]),
  )
  await broker.faults.comeUp()
})

test('a second start with the same data is refused with a message', async () => {
  await expect(startWebHost(dataDir)).rejects.toThrow(/already running/)
})

test('a revoked token is renewed without a visible error', async () => {
  await until(isLive, Boolean)
  broker.faults.revokeTokens()
  const seenBefore = broker.requests().length
  await host.call('sync.now', { job: 'accounts' })
  await until(
    () => broker.requests().slice(seenBefore),
    (seen) => seen.some(({ path, status }) => path.startsWith('/v1/accounts/') && status === 200),
  )
  expect(await isLive()).toBe(true)
})

async function readAll(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map((file) => readFile(file, 'latin1')))
}
