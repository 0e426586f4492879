import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createProfiles, profileOf } from '#main/profile/profile-registry.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { buildIfStale } from '../../scripts/build.mjs'
import { startWebHost, type WebHostProcess } from '../../test/e2e/rig/web-host.ts'
import { percentile, print, printValue } from '../measure/figures.ts'
import { unreachableService } from '../measure/quiet-profile.ts'

/** Creates a data directory for the built app with a copy of this cache; with `null`, an empty one. */
function makeDataDir(cachePath: string | null): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-host-'))
  const directory = createProfiles(dataDir).directory(profileOf(new URL(unreachableService.baseUrl)))
  mkdirSync(directory, { recursive: true })
  if (cachePath !== null) copyFileSync(cachePath, join(directory, 'cache.sqlite'))
  writeFileSync(join(dataDir, 'secret'), unreachableService.secret, { mode: 0o600 })
  return dataDir
}

const start = (dataDir: string): Promise<WebHostProcess> =>
  startWebHost(dataDir, ['--base-url', unreachableService.baseUrl, '--secret-file', join(dataDir, 'secret')])

/** Measures the time from the start of the built app's process to its first overview, alternately with this cache and with an empty one. */
export async function measureColdStart(cachePath: string, runs: number): Promise<void> {
  await buildIfStale()
  const cases = [
    { dataDir: makeDataDir(cachePath), times: [] as number[] },
    { dataDir: makeDataDir(null), times: [] as number[] },
  ] as const
  try {
    for (let run = -1; run < runs; run++) {
      for (const { dataDir, times } of cases) {
        const startedAt = performance.now()
        const host = await start(dataDir)
        await host.call('overview.read', { accountId: null })
        // The first run creates the files and is not counted.
        if (run >= 0) times.push(performance.now() - startedAt)
        await host.stop()
      }
    }
  } finally {
    for (const { dataDir } of cases) rmSync(dataDir, { recursive: true, force: true })
  }
  const [full, empty] = cases.map(({ times }) => times)
  const [p50, bareP50] = [percentile(full ?? [], 0.5), percentile(empty ?? [], 0.5)]
  const [p99, bareP99] = [percentile(full ?? [], 0.99), percentile(empty ?? [], 0.99)]
  print({ name: 'cold start to the first overview, bare: with an empty cache', p50, p99, unit: 'ms', bareP50, bareP99 })
  printValue('cold start, full to empty', p50 / bareP50, 'ratio')
}

/** Measures the memory of the built app's process after this number of requests for pages and totals: 3,600 are one per second for an hour. */
export async function measureMemory(
  cachePath: string,
  filters: readonly TransactionFilter[],
  requestCount: number,
): Promise<void> {
  await buildIfStale()
  const dataDir = makeDataDir(cachePath)
  const host = await start(dataDir)
  try {
    const read = (field: string): number => {
      const line = readFileSync(`/proc/${host.pid}/status`, 'utf8').match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))
      return (Number(line?.[1] ?? Number.NaN) * 1024) / 1e6
    }
    printValue('memory of the app after its start', read('VmRSS'), 'MB')
    for (let sent = 0; sent < requestCount;) {
      for (const [index, filter] of filters.entries()) {
        let after: string | null = null
        const direction = (sent + index) % 3 === 0 ? ('oldest' as const) : ('newest' as const)
        for (let page = 0; page < 12; page++, sent++) {
          const response: { readonly next: string | null } = await host.call('transactions.page', {
            filter,
            direction,
            after,
            limit: 100,
          })
          after = response.next
          if (after === null) break
        }
        await host.call('transactions.totals', { filter })
        await host.call('transactions.facets')
        sent += 3
      }
    }
    printValue('memory of the app after an hour of browsing', read('VmRSS'), 'MB')
    printValue('peak memory of the app', read('VmHWM'), 'MB')
  } finally {
    await host.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
