import { expect, test } from 'vitest'
import { commandArguments } from '#main/cli/command-arguments.ts'

test.each([
  ['the app alone', [], null],
  ['the app after the computer started', ['--hidden'], null],
  [
    'the app with folders and ports of a test',
    ['--no-sandbox', '--remote-debugging-port=0', '--data-dir=/tmp/a'],
    null,
  ],
  ['the app with a file dropped on its icon', ['/home/a/report.pdf'], null],
  ['the app with an address', ['tidemark:open'], null],
  ['a command', ['accounts', '--format', 'csv'], ['accounts', '--format', 'csv']],
  ['a mistyped command, which is no reason for a window', ['acounts'], ['acounts']],
  ['a question about the program', ['--version'], ['--version']],
  ['help', ['-h'], ['-h']],
  ['a command of an AppImage on a system without a sandbox', ['--no-sandbox', 'health'], ['health']],
  [
    'a command of a launcher',
    ['--no-sandbox', '--no-zygote', '--', 'performance', '--type=EQUITIES'],
    ['performance', '--type=EQUITIES'],
  ],
  ['a launcher without a command', ['--'], []],
  ['a command with a marker of its own', ['export', '--', 'archive'], ['export', '--', 'archive']],
])('%s', (_name, args, expected) => {
  expect(commandArguments(args)).toEqual(expected)
})
