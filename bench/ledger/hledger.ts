import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { finished } from 'node:stream/promises'
import { printValue } from '../measure/figures.ts'
import type { LedgerSet } from './ledger-set.ts'

/** The balances of the same rows by hledger, in the same run; nothing where it is not installed. */
export async function compareWithHledger(set: LedgerSet): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-hledger-'))
  const journal = join(directory, 'rows.journal')
  const rows = await writeJournal(set, journal)
  const startedAt = performance.now()
  const isDone = await run(['-f', journal, 'balance', '-N'])
  if (isDone)
    printValue('hledger: balances of the same rows', (rows / (performance.now() - startedAt)) * 1_000, 'rows/s')
  rmSync(directory, { recursive: true, force: true })
}

/** Pieces and money of each row as one entry. */
async function writeJournal(set: LedgerSet, path: string): Promise<number> {
  const file = createWriteStream(path)
  let count = 0
  for (const rows of set.parts()) {
    const entries = rows.map(({ at, name, symbol, changeQuantity, change }) => {
      const pieces = changeQuantity === null ? '' : `  assets:pieces  ${changeQuantity} "${symbol}"\n`
      return `${new Date(at).toISOString().slice(0, 10)} ${name}\n${pieces}  assets:cash  ${change?.amount ?? '0'} RUB\n  equity:other\n`
    })
    count += rows.length
    if (!file.write(`${entries.join('\n')}\n`)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
  return count
}

/** Whether it ran to its end. */
function run(args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('hledger', args, { stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
