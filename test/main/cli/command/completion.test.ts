import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completionFor } from '#main/cli/command/completion.ts'
import { allCommands } from '#main/cli/commands/all-commands.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined

test('bash completes commands, options and their choices', () => {
  const script = completionFor('bash', allCommands, ['completion', 'help'])
  const complete = (...words: string[]): string[] => {
    const call = `COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _tidemark_words`
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

/** Types a text and Tab into an interactive zsh when its editor is ready, and waits for the completed text. */
const typeIntoZsh = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -r shell seen '*2004h*'
zpty -w shell "$1"
zpty -r shell seen '*2004h*'
zpty -w -n shell "$2"$'\\t'
zpty -r shell seen "*$3*"
`

test.skipIf(!isThere('zsh')).each([
  ['a file of fpath', (folder: string) => `fpath=(${folder} $fpath); autoload -U compinit; compinit -u -D`],
  ['a script that is sourced', (folder: string) => `autoload -U compinit; compinit -u -D; source ${folder}/_tidemark`],
])('zsh completes at the first Tab: %s', (_name, start) => {
  const folder = join(makeTemporaryDirectory(), 'functions')
  mkdirSync(folder)
  writeFileSync(join(folder, '_tidemark'), completionFor('zsh', allCommands, ['help']))
  const complete = (typed: string, expected: string): number | null =>
    spawnSync('zsh', ['-f', '-c', typeIntoZsh, 'zsh', start(folder), typed, expected], { timeout: 20_000 }).status
  expect(complete('tidemark transa', 'transactions')).toBe(0)
  expect(complete('tidemark totals --by curr', 'currency')).toBe(0)
})

test.skipIf(!isThere('fish'))('fish completes commands, options and their choices', () => {
  const script = join(makeTemporaryDirectory(), 'tidemark.fish')
  writeFileSync(script, completionFor('fish', allCommands, ['help']))
  const complete = (typed: string): string[] => {
    const { status, stdout, stderr } = spawnSync('fish', ['-N', '-c', `source ${script}; complete -C "$argv"`, typed])
    expect([status, stderr.toString()]).toEqual([0, ''])
    return stdout
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '')
  }
  expect(complete('tidemark tr')).toEqual(['transactions'])
  expect(complete('tidemark transactions --not-k')).toEqual(['--not-kind'])
  expect(complete('tidemark totals --by cu')).toEqual(['currency'])
  expect(complete('tidemark completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
})
