import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Log, appendToLog, logPath, maxLogBytes, maxLogFiles, readLastLogLines } from '#main/host/log.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const { logFault } = new Log(new FakeClock())

const original = process.stderr.write
let written = ''
beforeEach(() => {
  written = ''
  process.stderr.write = (chunk: string | Uint8Array): boolean => {
    written += String(chunk)
    return true
  }
})
afterEach(() => {
  process.stderr.write = original
})

test('a fault is logged with its place, class and stack frames', () => {
  logFault('accounts.list', new RangeError('S3CRET'))
  expect(written).toMatch(/^tidemark: fault in accounts\.list: RangeError\n\s+at .*log\.test\.ts/)
  expect(written.endsWith('\n')).toBe(true)
})

test.each(['S3CRET', 'two lines\nS3CRET', 'looks like a frame\n    at S3CRET (S3CRET:1:1)', '    at S3CRET'])(
  'the message of a fault is not logged: %j',
  (message) => {
    logFault('accounts.list', new Error(message))
    expect(written).toContain('fault in accounts.list: Error')
    expect(written).not.toContain('S3CRET')
  },
)

test('a message changed after the error was created is not logged either', () => {
  const error = new Error('first\n    at S3CRET')
  error.message = 'second'
  logFault('start', error)
  expect(written).not.toContain('S3CRET')
})

test.each([['text S3CRET'], [{ token: 'S3CRET' }], [undefined], [null]])(
  'a thrown value that is not an Error is logged by its type: %#',
  (thrown) => {
    logFault('start', thrown)
    expect(written).toBe(`tidemark: fault in start: ${typeof thrown}\n`)
  },
)

test('an error without a stack is still logged', () => {
  const error = new Error('S3CRET')
  delete error.stack
  logFault('start', error)
  expect(written).toBe('tidemark: fault in start: Error\n')
})

test("a fault's code is logged if it is a code of the system or of SQLite", () => {
  logFault('start', Object.assign(new Error('S3CRET'), { code: 'ENOSPC' }))
  logFault('cache', Object.assign(new Error('S3CRET'), { code: 'SQLITE_CORRUPT' }))
  logFault('other', Object.assign(new Error('S3CRET'), { code: 'S3CRET', name: 'a S3CRET' }))
  expect(written).toMatch(/fault in start: Error ENOSPC\n/)
  expect(written).toMatch(/fault in cache: Error SQLITE_CORRUPT\n/)
  expect(written).toMatch(/fault in other: Error\n/)
  expect(written).not.toContain('S3CRET')
})

/** A log in a separate data directory. */
function openLog() {
  const dataDir = join(makeTemporaryDirectory(), 'data')
  const log = new Log(new FakeClock(Date.UTC(2026, 2, 2, 9)))
  log.keepIn(dataDir)
  return { log, dataDir, read: () => readFileSync(logPath(dataDir), 'utf8') }
}

test('the log file has the text of standard error, with its time', () => {
  const { log, read } = openLog()
  log.note('started')
  log.logFault('start', new RangeError('S3CRET'))
  const withoutTime = read().replaceAll(/^2026-03-02T09:00:00\.000Z /gm, 'tidemark: ')
  expect(withoutTime).toBe(written)
  expect(read()).toContain('2026-03-02T09:00:00.000Z fault in start: RangeError\n    at ')
  expect(read()).not.toContain('S3CRET')
})

const token = 'tok_9aF3kQ72LmZx81PvR0wYc6HdUe5TbNj4'
test.each([
  `authorization: Bearer ${token}`,
  `Authorization: "${token}"`,
  'bearer a.short.one',
  `{"secret":"${token}"}`,
  'secret=hunter2',
  'http://127.0.0.1:4000/?key=abc',
  `a token alone ${token}`,
  'eyJhbGciOiJI.eyJzdWIi.c2lnbmF0',
])('neither standard error nor the log file has a secret, token or bearer: %s', (text) => {
  const { log, read } = openLog()
  log.note(text)
  for (const output of [written, read()]) expect(output).not.toMatch(/9aF3kQ72|hunter2|=abc|eyJ|c2lnbmF0|bearer [^[]/i)
})

test('a stack frame keeps its file and line, without the name of the home folder', () => {
  const { log, read } = openLog()
  const error = new Error('x')
  error.stack = `Error: x\n    at processTicksAndRejections (${homedir()}/app/out/main/monitor-Cbw5ZQ3J.js:105:5)`
  log.logFault('start', error)
  expect(read()).toContain('    at processTicksAndRejections (~/app/out/main/monitor-Cbw5ZQ3J.js:105:5)')
})

test.skipIf(process.platform === 'win32')('only its owner can read the log file and its folder', () => {
  const { log, dataDir } = openLog()
  log.note('started')
  expect(statSync(logPath(dataDir)).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'logs')).mode & 0o777).toBe(0o700)
})

test('five files of at most 1 MB are kept, the newest text in the current one', async () => {
  const { dataDir } = openLog()
  const lineOf = (index: number): string => `${index} ${'x'.repeat(300_000)}\n`
  // Three lines fill a file: 20 lines fill six files and a part of the seventh.
  for (let index = 0; index < 20; index++) appendToLog(dataDir, lineOf(index))
  const folder = join(dataDir, 'logs')
  expect(readdirSync(folder).toSorted()).toEqual([
    ...Array.from({ length: maxLogFiles - 1 }, (_, index) => `tidemark.${index + 1}.log`),
    'tidemark.log',
  ])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(maxLogBytes)
  expect(readFileSync(logPath(dataDir), 'utf8')).toBe(lineOf(18) + lineOf(19))
  expect(readFileSync(join(folder, 'tidemark.4.log'), 'utf8')).toMatch(/^6 /)
  // The last lines continue into the file before.
  const lines = (await readLastLogLines(dataDir, 4)).split('\n').map((line) => line.slice(0, 3).trim())
  expect(lines).toEqual(['16', '17', '18', '19'])
})

test.skipIf(!existsSync('/dev/full'))('a full disk stops neither the log nor the app', () => {
  const { log, dataDir } = openLog()
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  symlinkSync('/dev/full', logPath(dataDir))
  expect(() => writeFileSync(logPath(dataDir), 'x')).toThrow('ENOSPC')
  log.note('started')
  expect(written).toBe('tidemark: started\n')
})

test('a data directory that is a file stops neither the log nor the app; its last lines are empty', async () => {
  const dataDir = join(makeTemporaryDirectory(), 'data')
  writeFileSync(dataDir, '')
  const log = new Log(new FakeClock())
  log.keepIn(dataDir)
  log.note('started')
  expect(written).toBe('tidemark: started\n')
  expect(await readLastLogLines(dataDir, 10)).toBe('')
})

test('a fault written to a closed standard error does not end the process', async () => {
  const code = `
    import { ignoreClosedOutput, Log } from ${JSON.stringify(new URL('../../../src/main/host/log.ts', import.meta.url).href)}
    ignoreClosedOutput()
    const { logFault } = new Log(Date)
    process.stdin.once('data', () => {
      logFault('test', new Error('first'))
      logFault('test', new Error('second'))
      // The error of a write arrives in a later iteration of the event loop.
      setTimeout(() => process.exit(7), 100)
    })
    console.log('ready')
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', code])
  await once(child.stdout, 'data')
  child.stderr.destroy()
  await once(child.stderr, 'close')
  const exited = once(child, 'exit')
  child.stdin.write('go\n')
  expect(await exited).toEqual([7, null])
})
