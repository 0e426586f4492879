import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { performance } from 'node:perf_hooks'
import {
  beancountAssertions,
  hledgerQuery,
  ledgerQuery,
  readHledger,
  readLedger,
  type Balances,
} from '../../test/main/export/journal/read-balances.ts'

export type Program = 'hledger' | 'ledger' | 'beancount'

interface Answer {
  readonly spentMs: number
  /** The number of exactly equal balances. */
  readonly equal: number
  /** The first difference, or the message of the program. */
  readonly difference: string
}

/** Compares the balances of a journal in its program; `null` if it is not installed. `append` adds a text to the journal. */
export async function checkBalances(
  program: Program,
  path: string,
  balances: Balances,
  append: (text: string) => void,
): Promise<Answer | null> {
  if (program === 'beancount') append(beancountAssertions(await readHead(path), balances))
  const startedAt = performance.now()
  const ended = await run(...callOf(program, path))
  const spentMs = performance.now() - startedAt
  if (ended === null) return null
  if (ended.code !== 0) return { spentMs, equal: 0, difference: ended.errors.slice(0, 2_000) }
  // beancount has compared the balances itself.
  if (program === 'beancount') return { spentMs, equal: Object.keys(balances).length, difference: '' }
  return { spentMs, ...compare(program === 'hledger' ? readHledger(ended.output) : readLedger(ended.output), balances) }
}

function callOf(program: Program, path: string): readonly [command: string, args: readonly string[]] {
  switch (program) {
    case 'hledger':
      return ['hledger', ['-f', path, ...hledgerQuery]]
    case 'ledger':
      return ['ledger', ['--pedantic', '-f', path, ...ledgerQuery]]
    case 'beancount':
      return ['bean-check', ['--no-cache', path]]
  }
}

function compare(found: Balances, expected: Balances): Pick<Answer, 'equal' | 'difference'> {
  const keys = [...new Set([...Object.keys(found), ...Object.keys(expected)])]
  const different = keys.filter((key) => found[key] !== expected[key])
  const [first] = different
  return {
    equal: keys.length - different.length,
    difference: first === undefined ? '' : `${first}: ${found[first]} instead of ${expected[first]}`,
  }
}

/** The lines before the first entry: accounts and commodities. */
async function readHead(path: string): Promise<string> {
  let head = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    head += String(chunk)
    const entries = / \* "/.exec(head)
    if (entries !== null) return head.slice(0, entries.index)
  }
  return head
}

function run(
  command: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string } | null> {
  return new Promise((resolve) => {
    // The names of rows are in Russian, so the programs need a UTF-8 locale.
    const child = spawn(command, args, {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve({ code, output, errors }))
  })
}
