import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defaultDataDir, readCommandLine, usage } from '#main/host/command-line.ts'
import { AppError } from '#shared/errors.ts'

const secret = 'S3CRET-6f1c0e77'
const directory = mkdtempSync(join(tmpdir(), 'tidemark-command-'))
const secretFile = join(directory, 'secret.txt')
const emptyFile = join(directory, 'empty.txt')
writeFileSync(secretFile, ` ${secret}\r\n\n`)
writeFileSync(emptyFile, ' \n')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function errorOf(args: readonly string[]): AppError {
  try {
    readCommandLine(args)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the arguments were accepted')
}

test('without arguments it opens the last profile on any free port, in a browser', () => {
  expect(readCommandLine([])).toEqual({
    port: 0,
    dataDir: defaultDataDir(),
    demoSize: null,
    demoAs: 'documented',
    connection: null,
    keyFile: null,
    opensBrowser: true,
  })
})

test('every option accepts its value after a space or an equals sign', () => {
  const expected = {
    ...{ port: 8080, dataDir: '/data', demoSize: 'whale', demoAs: 'recorded', connection: null },
    ...{ keyFile: '/key', opensBrowser: false },
  }
  expect(
    readCommandLine([
      ...['--port', '8080', '--data-dir', '/data', '--demo', 'whale', '--as', 'recorded', '--key-file', '/key'],
      '--no-open',
    ]),
  ).toEqual(expected)
  expect(
    readCommandLine([
      ...['--port=8080', '--data-dir=/data', '--demo=whale', '--as=recorded', '--key-file=/key', '--no-open'],
    ]),
  ).toEqual(expected)
})

test('the secret is read from its file and trimmed', () => {
  expect(readCommandLine(['--base-url', 'https://a.example', '--secret-file', secretFile]).connection).toEqual({
    baseUrl: 'https://a.example',
    secret,
  })
})

test('a base URL without a secret file uses the stored secret', () => {
  expect(readCommandLine(['--base-url', 'https://a.example']).connection).toEqual({
    baseUrl: 'https://a.example',
    secret: null,
  })
})

test.each([
  [['--port', '70000'], /--port/],
  [['--port', '-1'], /--port/],
  [['--port', 'http'], /--port/],
  [['--port', '80.5'], /--port/],
  [['--port'], /--port/],
  [['--demo', 'huge'], /--demo must be small, typical or whale/],
  [['--demo', 'small', '--as', 'sent'], /--as must be documented or recorded/],
  [['--as', 'recorded'], /--as needs --demo/],
  [['--secret-file', secretFile], /--secret-file needs --base-url/],
  [['--base-url', 'https://a.example', '--demo', 'small'], /cannot be combined/],
  [['--base-url', 'https://a.example', '--secret-file', join(directory, 'none')], /none cannot be read/],
  [['--base-url', 'https://a.example', '--secret-file', directory], /cannot be read/],
  [['--base-url', 'https://a.example', '--secret-file', emptyFile], /is empty/],
  [['--unknown'], /--unknown/],
  [['stray'], /Unexpected argument/],
  [['--no-open=yes'], /--no-open/],
])('%j is refused with the reason', (args, message) => {
  const error = errorOf(args)
  expect(error.code).toBe('invalid')
  expect(error.message).toMatch(message)
})

test('invalid arguments show the usage', () => {
  expect(errorOf(['--unknown']).message).toContain(usage)
})

test.each([
  [secret],
  ['--secret', secret],
  [`--secret=${secret}`],
  ['--port', secret],
  [`--no-open=${secret}`],
  ['--demo', secret],
  ['--demo', 'small', '--as', secret],
  ['--base-url', 'https://a.example', '--demo', 'small', '--secret-file', secretFile],
])('a secret on the command line is never part of a message: %#', (...args) => {
  const error = errorOf(args)
  expect(error.message).not.toContain(secret)
  expect(String(error.stack)).not.toContain(secret)
  expect(JSON.stringify(error.cause ?? null)).not.toContain(secret)
  expect(error.cause instanceof Error ? error.cause.message : '').not.toContain(secret)
})

test.each(['data-dir', 'base-url', 'secret-file', 'key-file', 'demo'])('an empty --%s is named', (name) => {
  expect(errorOf([`--${name}=`])).toMatchObject({ code: 'invalid', message: `--${name} is empty.` })
})
