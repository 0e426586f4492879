import { cpSync } from 'node:fs'
import { convert } from '#main/sealing/conversion.ts'
import { newDataKey } from '#main/sealing/data-key.ts'
import { holdKey } from '#main/sqlite/keys.ts'
import type { Client } from '#shared/client.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { percentile, print, printValue } from '../measure/figures.ts'
import { openQuietProfile } from '../measure/quiet-profile.ts'
import { filter, pageFilters, rolledUpFilters, scannedFilters, textFilters } from './filters.ts'
import type { HistorySet } from './history-set.ts'

type Query = (client: Client) => Promise<unknown>

/**
 * Measures pages, jumps and totals of the same cache sealed and plain, alternately, through the code of the app. The plain time
 * is the baseline. Prints the median and the three largest ratios of CPU time.
 */
export async function measureSealed(plainDirectory: string, set: HistorySet, runs: number): Promise<void> {
  const sealedDirectory = `${plainDirectory}-sealed`
  cpSync(plainDirectory, sealedDirectory, { recursive: true })
  const key = newDataKey()
  const startedAt = performance.now()
  convert(sealedDirectory, { from: null, to: key })
  printValue('sealing the whole profile', (performance.now() - startedAt) / 1000, 's')
  holdKey(sealedDirectory, key)
  const plain = await openQuietProfile(plainDirectory)
  const sealed = await openQuietProfile(sealedDirectory)
  const ratios: (readonly [number, string])[] = []
  for (const [name, query, count] of queriesOf(set, runs)) {
    const clients = { sealed: sealed.client, plain: plain.client }
    const measured = await measureAlternately(clients, query, count)
    print({
      ...{ name, p50: percentile(measured.sealed.ms, 0.5), p99: percentile(measured.sealed.ms, 0.99), unit: 'ms' },
      ...{ bareP50: percentile(measured.plain.ms, 0.5), bareP99: percentile(measured.plain.ms, 0.99) },
    })
    ratios.push([measured.sealed.processorUs / measured.plain.processorUs, name])
  }
  const all = ratios.map(([ratio]) => ratio)
  printValue('sealed to plain: middle of all', percentile(all, 0.5), '×')
  for (const [ratio, name] of ratios.toSorted(([a], [b]) => b - a).slice(0, 3))
    printValue(`sealed to plain, largest: ${name}`, ratio, '×')
  await sealed.profile.close()
  await plain.profile.close()
}

function queriesOf(set: HistorySet, runs: number): (readonly [string, Query, number])[] {
  const [symbol = '', rare = ''] = [set.symbols[37], set.symbols[399]]
  const page = (wanted: TransactionFilter): Query => {
    // Both caches contain the same rows, and each continues with its own next page.
    const after = new Map<Client, string | null>()
    return async (client) => {
      const params = { filter: wanted, direction: 'newest' as const, after: after.get(client) ?? null, limit: 100 }
      after.set(client, (await client.call('transactions.page', params)).next)
    }
  }
  const totals =
    (wanted: TransactionFilter): Query =>
    (client) =>
      client.call('transactions.totals', { filter: wanted })
  const paged = { all: filter(), ...pageFilters(symbol, rare), ...textFilters }
  return [
    ...Object.entries(paged).map(([name, wanted]) => [`pages: ${name}`, page(wanted), runs] as const),
    ...Object.entries(rolledUpFilters).map(([name, wanted]) => [`totals: ${name}`, totals(wanted), runs] as const),
    ...Object.entries(scannedFilters(symbol)).map(
      ([name, wanted]) => [`totals by scan: ${name}`, totals(wanted), 7] as const,
    ),
  ]
}

interface Measured {
  /** Wall time of each run, in ms. */
  readonly ms: number[]
  /** CPU time of all threads in all runs, in µs. Other programs do not change it. */
  processorUs: number
}

async function measureAlternately(
  clients: { readonly sealed: Client; readonly plain: Client },
  query: Query,
  runs: number,
): Promise<{ readonly sealed: Measured; readonly plain: Measured }> {
  const measured: Record<'sealed' | 'plain', Measured> = {
    sealed: { ms: [], processorUs: 0 },
    plain: { ms: [], processorUs: 0 },
  }
  const warmUps = Math.min(10, runs)
  for (let run = -warmUps; run < runs; run++) {
    for (const name of ['sealed', 'plain'] as const) {
      const [startedAt, before] = [performance.now(), process.cpuUsage()]
      await query(clients[name])
      if (run >= 0) record(measured[name], performance.now() - startedAt, process.cpuUsage(before))
    }
  }
  return measured
}

function record(measured: Measured, ms: number, { user, system }: NodeJS.CpuUsage): void {
  measured.ms.push(ms)
  measured.processorUs += user + system
}
