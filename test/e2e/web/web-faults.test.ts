import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logPath } from '#main/host/log.ts'
import { faultExitCode } from '#main/host/process-end.ts'
import { until } from '../../fakes/until.ts'
import { makeDataDir, removeDataDir } from '../rig/web-host.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await makeDataDir()
})
afterEach(() => removeDataDir(dataDir))

const script = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'web.js')

test.skipIf(process.platform === 'win32').each([
  ['an uncaught exception', `throw new RangeError('S3CRET')`],
  ['an unhandled rejection', `void Promise.reject(new RangeError('S3CRET'))`],
])('after %s the web host closes its data and says in one line what to do', async (where, code) => {
  const fault = join(dataDir, 'fault.mjs')
  writeFileSync(fault, `process.on('SIGUSR2', () => { ${code} })`)
  const child = spawn(process.execPath, ['--import', fault, script, '--no-open', '--data-dir', dataDir], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const closed = once(child, 'close')
  await until(
    () => stdout,
    (text) => text.includes('http://127.0.0.1'),
  )
  child.kill('SIGUSR2')
  expect(await closed).toEqual([faultExitCode, null])
  expect(stderr).toContain(`fault in ${where}: RangeError\n`)
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/Tidemark stopped .* Start Tidemark again.*tidemark\.log$/)
  const log = readFileSync(logPath(dataDir), 'utf8')
  expect(log).toContain(`fault in ${where}: RangeError\n`)
  expect(log + stderr).not.toContain('S3CRET')
  expect(readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith('-wal'))).toEqual([])
})

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'after %s the web host closes its data',
  async (signal) => {
    const child = spawn(process.execPath, [script, '--no-open', '--demo', 'small', '--data-dir', dataDir], {
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
    })
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    const closed = once(child, 'close')
    await until(
      () => stdout,
      (text) => text.includes('http://127.0.0.1'),
    )
    child.kill(signal)
    expect(await closed).toEqual([0, null])
    expect(readdirSync(join(dataDir, 'profiles', 'demo-small')).filter((name) => name.endsWith('-wal'))).toEqual([])
  },
)
