import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { finished } from 'node:stream/promises'
import { printValue } from '../measure/figures.ts'
import type { LedgerSet } from './ledger-set.ts'

/**
 * The balances of the oldest rows by hledger, in the same run. At most `rowLimit` rows, because hledger keeps the whole journal
 * in memory. If hledger is not installed, one line says so.
 */
export async function compareWithHledger(set: LedgerSet, rowLimit: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-hledger-'))
  try {
    const journal = join(directory, 'rows.journal')
    const rows = await writeJournal(set, journal, rowLimit)
    const startedAt = performance.now()
    const result = await run(['-f', journal, 'balance', '-N'])
    const spentMs = performance.now() - startedAt
    if (result === 'done')
      printValue(`hledger: balances of the oldest ${rows} rows`, (rows / spentMs) * 1_000, 'rows/s')
    else
      console.log(result === 'absent' ? 'hledger is not installed: no comparison.' : 'hledger failed: no comparison.')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Writes the pieces and money of each row as one entry. Returns the number of entries. */
async function writeJournal(set: LedgerSet, path: string, rowLimit: number): Promise<number> {
  const file = createWriteStream(path)
  let count = 0
  for (const rows of set.chunks()) {
    const part = rows.slice(0, rowLimit - count)
    const entries = part.map(({ at, name, symbol, changeQuantity, change }) => {
      const pieces = changeQuantity === null ? '' : `  assets:pieces  ${changeQuantity} "${symbol}"\n`
      return `${new Date(at).toISOString().slice(0, 10)} ${name}\n${pieces}  assets:cash  ${change?.amount ?? '0'} RUB\n  equity:other\n`
    })
    count += part.length
    if (!file.write(`${entries.join('\n')}\n`)) await once(file, 'drain')
    if (count >= rowLimit) break
  }
  file.end()
  await finished(file)
  return count
}

/** Whether the program ran to its end. */
function run(args: readonly string[]): Promise<'done' | 'absent' | 'failed'> {
  return new Promise((resolve) => {
    // The names of rows are in Russian, so hledger needs a UTF-8 locale.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    const child = spawn('hledger', args, { stdio: 'ignore', env })
    child.once('error', () => resolve('absent'))
    child.once('exit', (code) => resolve(code === 0 ? 'done' : 'failed'))
  })
}
