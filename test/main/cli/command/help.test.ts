import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { helpOf, helpOfAll } from '#main/cli/command/help.ts'
import { allCommands } from '#main/cli/commands/all-commands.ts'
import { mcpHelp } from '#main/cli/run.ts'
import { languages, writeTextsIn } from '#shared/language.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { runInProcess } from '../run-in-process.ts'

const maxLines = 40
const maxWidth = 110

afterEach(() => writeTextsIn(() => 'en'))

test.each(languages)('the help of each command fits a screen: %s', (language) => {
  writeTextsIn(() => language)
  for (const help of [helpOfAll(allCommands, []), ...allCommands.map(helpOf), mcpHelp()]) {
    const lines = help.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(maxLines)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(maxWidth)
  }
})

test('help needs no data', async () => {
  const { code, output } = await runInProcess(['transactions', '--help', '--data-dir', '/nowhere'])
  expect([code, output]).toEqual([0, helpOf(allCommands.find(({ name }) => name === 'transactions')!)])
  expect((await runInProcess([])).output).toContain('reconcile')
})

test('the help of mcp says where assistants are switched on, and a wrong option gives the exit code of bad usage', async () => {
  const { code, output } = await runInProcess(['mcp', '--help'])
  expect([code, output]).toEqual([0, expect.stringContaining('Settings, Assistants')])
  expect((await runInProcess(['mcp', '--format', 'json'])).code).toBe(2)
})

test('help and errors are in the language of Settings, and output for programs is in English', async () => {
  const folder = makeTemporaryDirectory()
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ language: 'ru' }))
  const inFolder = ['--data-dir', folder]
  expect((await runInProcess(['positions', '--help', ...inFolder])).output).toContain('Использование: tidemark')
  expect((await runInProcess(['positions', ...inFolder])).errors).toContain(`В ${folder} нет данных.`)
  expect((await runInProcess(['positions', '--format', 'json', ...inFolder])).errors).toContain(
    `There is no data in ${folder}.`,
  )
})
