import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { completionFor } from '../../../../src/main/cli/command/completion.ts'
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

test('bash completes commands, options and their choices', () => {
  const script = completionFor('bash', allCommands, ['completion', 'help'])
  const complete = (...words: string[]): string[] => {
    const call = `COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _tidemark`
    const { stdout, status } = spawnSync('bash', ['-c', `${script}\n${call}; printf '%s\n' "\${COMPREPLY[@]}"`])
    expect(status).toBe(0)
    return stdout.toString().trim().split('\n')
  }
  expect(complete('tidemark', 'tr')).toEqual(['transactions'])
  expect(complete('tidemark', 'transactions', '--not-k')).toEqual(['--not-kind'])
  expect(complete('tidemark', 'transactions', '--kind', 'div')).toEqual(['dividend'])
  expect(complete('tidemark', 'totals', '--by', 'c')).toEqual(['currency', 'category'])
  expect(complete('tidemark', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
})

test('zsh takes the script of bash, and fish has a line for each option', () => {
  expect(completionFor('zsh', allCommands, [])).toMatch(/^#compdef tidemark\nautoload .*bashcompinit/)
  const fish = completionFor('fish', allCommands, ['help'])
  expect(fish).toContain("complete -c tidemark -n '__fish_seen_subcommand_from totals' -l by")
  for (const line of fish.trimEnd().split('\n')) expect(line).toMatch(/^complete -c tidemark -n .+/)
})
