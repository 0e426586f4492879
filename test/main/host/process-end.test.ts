import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logPath } from '#main/host/log.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const source = (path: string): string => JSON.stringify(new URL(`../../../src/main/${path}`, import.meta.url).href)

/** A minimal host: a database in WAL mode with an unsaved checkpoint, closed by `close`. Runs `code` and returns how it ended. */
async function runHost(code: string, { close = 'db.close()', deadlineMs = 60_000 } = {}) {
  const dataDir = makeTemporaryDirectory()
  const script = `
    import { Worker } from 'node:worker_threads'
    import { createTimedClose, endOnFatalFault, faultExitCode } from ${source('host/process-end.ts')}
    import { openDatabase } from ${source('sqlite/open.ts')}
    import { Log } from ${source('host/log.ts')}
    import { deadlineClock } from ${source('time/clock.ts')}
    const log = new Log(Date)
    log.keepIn(${JSON.stringify(dataDir)})
    const migrations = ['CREATE TABLE rows (id INTEGER); INSERT INTO rows VALUES (1)']
    const db = openDatabase(${JSON.stringify(join(dataDir, 'data.sqlite'))}, migrations, { synchronous: 'NORMAL' })
    const closing = createTimedClose(async () => { ${close} }, { clock: deadlineClock, log, deadlineMs: ${deadlineMs} })
    const { close } = closing
    endOnFatalFault({ log, closing, end: () => process.exit(faultExitCode) })
    ${code}
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../../..', import.meta.url),
    timeout: 30_000,
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  const wal = join(dataDir, 'data.sqlite-wal')
  return {
    exitCode,
    stderr,
    log: existsSync(logPath(dataDir)) ? readFileSync(logPath(dataDir), 'utf8') : '',
    isDataClosed: !existsSync(wal) || statSync(wal).size === 0,
  }
}

test.each([
  ['an uncaught exception', `setTimeout(() => { throw new RangeError('S3CRET') })`],
  ['an unhandled rejection', `void Promise.reject(new RangeError('S3CRET')); setTimeout(() => {}, 60_000)`],
])('%s is logged without its message, the data is closed and the process ends', async (where, code) => {
  const host = await runHost(code)
  expect(host).toMatchObject({ exitCode: 70, isDataClosed: true })
  expect(host.log).toContain(`fault in ${where}: RangeError\n    at `)
  expect(host.stderr).toContain(`fault in ${where}: RangeError\n    at `)
  expect(host.log + host.stderr).not.toContain('S3CRET')
})

test('a second fault while the data is closing is logged and does not end the process earlier', async () => {
  const host = await runHost(`setTimeout(() => { throw new RangeError('first') })`, {
    close: `
      setTimeout(() => { throw new TypeError('second') })
      await new Promise((resolve) => process.once('uncaughtException', () => setImmediate(resolve)))
      db.close()
      log.note('closed')`,
  })
  expect(host.exitCode).toBe(70)
  expect(host.log).toMatch(/RangeError[^]*TypeError[^]*closed/)
})

test('a fault while the user quits does not start the app again', async () => {
  const host = await runHost(
    `void close().then(() => setTimeout(() => process.exit(0), 100))
    setTimeout(() => { throw new RangeError('late') })`,
    {
      close: `await new Promise((resolve) => process.once('uncaughtException', () => setImmediate(resolve))); db.close()`,
    },
  )
  expect(host).toMatchObject({ exitCode: 0, isDataClosed: true })
  expect(host.log).toContain('fault in an uncaught exception: RangeError')
})

test('an error that ends a thread is logged, and the process continues', async () => {
  const host = await runHost(`
    const thread = new Worker("throw new RangeError('S3CRET')", { eval: true })
    thread.on('exit', () => process.exit(0))
  `)
  expect(host.exitCode).toBe(0)
  expect(host.log).toContain('fault in a thread: RangeError')
  expect(host.log + host.stderr).not.toContain('S3CRET')
})

test('closing that never ends is abandoned at the deadline, with the database closed and an entry in the log', async () => {
  const host = await runHost(`void close().then((isClosed) => process.exit(isClosed ? 0 : 3))`, {
    close: 'await new Promise(() => undefined)',
    deadlineMs: 100,
  })
  expect(host).toMatchObject({ exitCode: 3, isDataClosed: true })
  expect(host.log).toContain('closing takes longer than 100 ms')
})

test('closing that fails is logged and ends the process', async () => {
  const host = await runHost(`void close().then((isClosed) => process.exit(isClosed ? 0 : 3))`, {
    close: `throw new RangeError('S3CRET')`,
  })
  expect(host).toMatchObject({ exitCode: 3, isDataClosed: true })
  expect(host.log).toContain('fault in closing: RangeError')
})

test('closing twice closes once', async () => {
  const host = await runHost(
    `const [first, second] = await Promise.all([close(), close()])
    process.exit(first && second ? 0 : 3)`,
    { close: `log.note('closing'); db.close()` },
  )
  expect(host.exitCode).toBe(0)
  expect(host.log.match(/closing/g)).toHaveLength(1)
})
