import { expect, test } from 'vitest'
import { helpOf, helpOfAll } from '../../../../src/main/cli/command/help.ts'
import { allCommands } from '../../../../src/main/cli/commands/all-commands.ts'
import { runCli } from '../run-cli.ts'

const maxLines = 40
const maxWidth = 110

test('the help of each command fits a screen', () => {
  for (const help of [helpOfAll(allCommands, []), ...allCommands.map(helpOf)]) {
    const lines = help.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(maxLines)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(maxWidth)
  }
})

test('help needs no data', async () => {
  const { code, output } = await runCli(['transactions', '--help', '--data-dir', '/nowhere'])
  expect([code, output]).toEqual([0, helpOf(allCommands.find(({ name }) => name === 'transactions')!)])
  expect((await runCli([])).output).toContain('reconcile')
})

test('the help of mcp says where assistants are switched on, and a wrong option is bad usage', async () => {
  const { code, output } = await runCli(['mcp', '--help'])
  expect([code, output]).toEqual([0, expect.stringContaining('Settings, Assistants')])
  expect((await runCli(['mcp', '--format', 'json'])).code).toBe(2)
})
