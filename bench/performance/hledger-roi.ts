import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { finished } from 'node:stream/promises'
import type { LedgerSet } from '../ledger/ledger-set.ts'
import { printValue } from '../measure/figures.ts'

/** The returns of the same rows by hledger's `roi`, in the same run. If hledger is not installed, one line says so. */
export async function runRoi(set: LedgerSet): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-hledger-'))
  const journal = join(directory, 'rows.journal')
  await writeJournal(set, journal)
  const startedAt = performance.now()
  const result = await run([
    '-f',
    journal,
    'roi',
    '--investment',
    'assets',
    '--profit-loss',
    'income',
    '-e',
    '2026-01-01',
  ])
  const name = 'hledger roi: returns of the same rows over all years'
  if (result === 'done') printValue(name, performance.now() - startedAt, 'ms')
  else console.log(JSON.stringify({ name, note: result === 'absent' ? 'hledger is not installed' : 'hledger failed' }))
  rmSync(directory, { recursive: true, force: true })
}

/**
 * Writes the money of each row as one entry: deposits come from outside, trades change pieces at cost, all other rows are
 * profit or loss.
 */
async function writeJournal(set: LedgerSet, path: string): Promise<void> {
  const file = createWriteStream(path)
  for (const rows of set.chunks()) {
    const entries = rows.map(({ at, category, trade, change }) => {
      const other = trade !== null ? 'assets:pieces' : category === 'DEPOSIT' ? 'equity:outside' : 'income:rows'
      return `${new Date(at).toISOString().slice(0, 10)} row\n  assets:cash  ${change?.amount ?? '0'} RUB\n  ${other}\n`
    })
    if (!file.write(`${entries.join('\n')}\n`)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}

/** Whether the program ran to its end. */
function run(args: readonly string[]): Promise<'done' | 'absent' | 'failed'> {
  return new Promise((resolve) => {
    const child = spawn('hledger', args, { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    child.once('error', () => resolve('absent'))
    child.once('exit', (code) => resolve(code === 0 ? 'done' : 'failed'))
  })
}
