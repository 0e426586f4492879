// `npm run bench -- journal [--rows N] [--symbols N] [--programs hledger,ledger,beancount]`: exports N rows as a journal of
// each program, and compares the program's balances with those of the rows, exactly. Prints one JSON line per figure, and one
// line for each program that is not installed. hledger and beancount keep a journal in memory: a million rows take several
// gigabytes.
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepHeapSmall } from '#main/host/v8-settings.ts'
import { buildIfStale } from '../scripts/build.mjs'
import type { Balances } from '../test/main/export/journal/read-balances.ts'
import { measureCommand } from './cli/measure-command.ts'
import { checkBalances, type Program } from './journal/check-balances.ts'
import { createLedgerSet, type LedgerSet } from './ledger/ledger-set.ts'
import { printValue } from './measure/figures.ts'
import { fillProfile, replayProfile } from './measure/filled-profile.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    symbols: { type: 'string', default: '2000' },
    programs: { type: 'string', default: 'hledger,ledger,beancount' },
  },
})
const programs = (['hledger', 'ledger', 'beancount'] as const).filter((name) =>
  values.programs.split(',').includes(name),
)
/** The memory limit of the export. The program that reads the journal has no limit. */
const maxMb = 150
const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))

await buildIfStale()
keepHeapSmall()
try {
  const set = createLedgerSet(Number(values.rows), Number(values.symbols))
  await replayProfile(await fillProfile(dataDir, set))
  const balances = balancesOf(set)
  printValue('balances of the rows', Object.keys(balances).length, 'balances')
  for (const program of programs) await check(program, balances)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function check(program: Program, balances: Balances): Promise<void> {
  const path = join(dataDir, `book.${program === 'beancount' ? 'beancount' : 'journal'}`)
  const { code, spentMs, peakMb } = await measureCommand(['export', program, '--file', path, '--data-dir', dataDir])
  if (code !== 0) throw new Error(`The export for ${program} ended with ${code}`)
  printValue(`${program}: export`, spentMs, 'ms')
  printValue(`${program}: memory of the export`, peakMb, 'MB')
  if (peakMb > maxMb) throw new Error(`The export for ${program} takes more memory than ${maxMb} MB`)
  printValue(`${program}: journal`, statSync(path).size / 1e6, 'MB')
  const answer = await checkBalances(program, path, balances, (text) => appendFileSync(path, text))
  rmSync(path)
  if (answer === null) console.log(`${program} is not installed: its balances are not compared.`)
  else {
    printValue(`${program}: reading`, answer.spentMs, 'ms')
    printValue(`${program}: balances equal to the digit`, answer.equal, 'balances')
    if (answer.equal !== Object.keys(balances).length)
      throw new Error(`${program} has other balances: ${answer.difference}`)
  }
}

/** The cash and pieces that the rows add up to, with the account names of the journal. */
function balancesOf(set: LedgerSet): Balances {
  const { id, cash, positions } = set.account()
  const pieces = positions.map(({ symbol, quantity }) => [`Assets:${id}:Securities ${symbol}`, quantity ?? ''] as const)
  const money = cash.map(({ currency, amount }) => [`Assets:${id}:Cash ${currency}`, amount] as const)
  return Object.fromEntries([...money, ...pieces])
}
