import { spawn } from 'node:child_process'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { node } from '../../../scripts/child.mjs'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { cli } from './run-cli.ts'
import { runInProcess } from './run-in-process.ts'
import { openStored } from './stored-profile.ts'

test.each([
  [['positons'], 'There is no command positons. Did you mean positions?'],
  [['help', 'positons'], 'There is no command positons. Did you mean positions?'],
  [['portfolio'], 'There is no command portfolio. `tidemark help` lists the commands.'],
  [['--data-dir', '/nowhere', 'positions'], 'The command comes before its options: tidemark COMMAND --data-dir …'],
  [['transactions', '--knid', 'buy'], 'There is no option --knid. Did you mean --kind?'],
  [['transactions', '--not-knid=buy'], 'There is no option --not-knid. Did you mean --not-kind?'],
  [['transactions', '-k', 'buy'], 'There is no option -k. --help lists the options.'],
  [['transactions', '--limit'], '--limit needs a value.'],
  [['transactions', '--account', '--trade'], '--account needs a value.'],
  [['transactions', '--trade=5'], '--trade takes no value.'],
  [['transactions', '--kind', 'byu'], 'Did you mean --kind buy?'],
  [['totals', '--format', 'xml'], '--format is one of: table, csv, tsv, json, ndjson.'],
  [['completion', 'bsh'], 'Did you mean tidemark completion bash?'],
  [['completion'], 'Name one of: bash, zsh, fish.'],
])('%j is answered with "%s"', async (args, words) => {
  expect(await runInProcess(args)).toEqual({ code: 2, output: '', errors: `tidemark: ${words}\n` })
})

test('a mistake is named in the language of Settings, without control characters', async () => {
  const dataDir = makeTemporaryDirectory()
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ language: 'ru' }))
  const inFolder = ['--data-dir', dataDir]
  const { errors } = await runInProcess(['transactions', '--knid', 'buy', ...inFolder])
  expect(errors).toBe('tidemark: Параметра --knid нет. Может быть, --kind?\n')
  const hostile = await runInProcess(['transactions', '--\u001b[31mred', ...inFolder])
  expect(hostile.errors).toBe('tidemark: Параметра -- [31mred нет. Список параметров: --help.\n')
})

test('a value that begins with a dash needs = after its option; a negative amount does not', async () => {
  const { dataDir } = await openStored()
  for (const args of [['--text=-5'], ['--min', '-5'], ['--min=-5']])
    expect([args, (await runInProcess(['transactions', ...args, '--data-dir', dataDir])).code]).toEqual([args, 0])
})

test('an export names a misspelled subject and a folder that does not exist, and makes no folder', async () => {
  const { dataDir } = await openStored()
  const inFolder = ['--data-dir', dataDir]
  expect((await runInProcess(['export', 'transaction', ...inFolder])).errors).toContain(
    'Did you mean tidemark export transactions?',
  )
  const folder = join(makeTemporaryDirectory(), 'missing')
  const { code, errors } = await runInProcess(['export', 'xlsx', '--file', join(folder, 'all.xlsx'), ...inFolder])
  expect([code, errors]).toEqual([2, `tidemark: There is no folder ${folder}.\n`])
  expect(existsSync(folder)).toBe(false)
})

test('help describes itself, and --version, -v and version print the version', async () => {
  const help = await runInProcess(['help'])
  for (const args of [['help', '--help'], ['help', 'help'], ['--help'], ['-h']])
    expect(await runInProcess(args)).toEqual(help)
  const completion = await runInProcess(['completion', '--help'])
  expect(completion).toMatchObject({ code: 0, output: expect.stringContaining('source <(tidemark completion bash)') })
  expect(await runInProcess(['help', 'completion'])).toEqual(completion)
  for (const word of ['--version', '-v', 'version']) expect((await runInProcess([word])).output).toBe('0\n')
})

const full = '/dev/full'

/** Runs the command line with standard output or standard error on a full disk. */
function runInto(stream: 'stdout' | 'stderr', args: readonly string[]) {
  const disk = openSync(full, 'w')
  const child = spawn(node, [cli, ...args], {
    stdio: ['ignore', stream === 'stdout' ? disk : 'pipe', stream === 'stderr' ? disk : 'pipe'],
  })
  let words = ''
  for (const each of [child.stdout, child.stderr])
    each?.setEncoding('utf8').on('data', (text: string) => (words += text))
  return new Promise<readonly [code: number | null, words: string]>((resolve) =>
    child.on('close', (code) => resolve([code, words])),
  )
}

test.runIf(existsSync(full))('a full disk behind standard output is reported, and has its own exit code', async () => {
  const { dataDir } = await openStored()
  const words = 'tidemark: The output cannot be written: the disk is full.\n'
  expect(await runInto('stdout', ['transactions', '--data-dir', dataDir])).toEqual([6, words])
  expect(await runInto('stdout', ['help'])).toEqual([6, words])
})

test.runIf(existsSync(full))(
  'if standard error cannot be written, the exit code still says what happened',
  async () => {
    expect(await runInto('stderr', ['positons'])).toEqual([2, ''])
  },
)
