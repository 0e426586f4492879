import { join } from 'node:path'

/** One run of a bench in each round. */
export interface Task {
  /** The bench, or the bench and its size: the beginning of the names of its figures. */
  readonly name: string
  readonly bench: string
  readonly options: readonly string[]
}

export const millionRows = 1_000_000

/** Every bench with numbers so small that a round takes two minutes. */
const small: Readonly<Record<string, readonly string[]>> = {
  cache: ['--rows', '1000', '--runs', '10', '--starts', '3', '--questions', '100'],
  cli: ['--rows', '3000', '--symbols', '20'],
  day: ['--hours', '0.05'],
  freshness: ['--minutes', '2'],
  heap: ['--objects', '200000'],
  history: ['--rows', '1500'],
  idle: ['--size', 'small', '--hours', '0.5', '--settle-s', '0', '--closed-hours', '0.1'],
  journal: ['--rows', '2000', '--symbols', '20'],
  keys: ['--rows', '600', '--positions', '60', '--runs', '2', '--only', 'positions'],
  ledger: ['--rows', '4000', '--symbols', '50', '--runs', '10', '--hledger-rows', '100'],
  live: ['--scenario', 'watchlist of 30', '--seconds', '30'],
  mirror: ['--rows', '3000', '--symbols', '20'],
  performance: ['--rows', '4000', '--symbols', '40', '--runs', '5', '--no-hledger'],
  scroll: ['--rows', '500', '--frames', '60'],
  search: ['--rows', '400', '--runs', '10', '--page', '100'],
  soak: ['--rows', '300', '--cap', '100', '--kills', '1', '--minutes', '1'],
  start: ['--size', 'small', '--runs', '3'],
}

/** The benches whose figures matter most with many rows. Each round adds a sample, so a round needs few runs. */
const million: Readonly<Record<string, readonly string[]>> = {
  cache: ['--runs', '3', '--starts', '1', '--questions', '20', '--no-bare'],
  keys: ['--runs', '1'],
  ledger: ['--runs', '5', '--hledger-rows', '100'],
  performance: ['--runs', '3', '--no-hledger'],
}

/** They can keep what they filled for the next round. `cache` measures the filling itself. */
const keeping = ['keys', 'ledger', 'performance']

export const benches = Object.keys(small)

/** The tasks of a round: all benches, or only those of `only`. The round keeps its data in the folder `kept`. Throws an Error for a name that is no bench. */
export function planOf(only: readonly string[], isSmallOnly: boolean, kept: string): readonly Task[] {
  const unknown = only.filter((name) => !benches.includes(name))
  if (unknown.length > 0) throw new Error(`No bench ${unknown.join(', ')}: there are ${benches.join(', ')}.`)
  const rows = ['--rows', String(millionRows)]
  const all = [
    ...benches.map((bench) => ({ name: bench, bench, options: small[bench] ?? [] })),
    ...Object.entries(isSmallOnly ? {} : million).map(([bench, options]) => ({
      ...{
        name: `${bench} with a million rows`,
        bench,
        options: [...rows, ...options, ...(keeping.includes(bench) ? ['--kept', join(kept, bench)] : [])],
      },
    })),
  ]
  return only.length === 0 ? all : all.filter(({ bench }) => only.includes(bench))
}
