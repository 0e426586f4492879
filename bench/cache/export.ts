import { performance } from 'node:perf_hooks'
import type { Client } from '../../src/shared/client.ts'
import { filter } from './filters.ts'
import { printValue, watchHolds } from '../measure/figures.ts'

/** Writes all rows to a file, as a person would. */
export async function measureExport(client: Client): Promise<void> {
  const exportHolds = watchHolds()
  exportHolds.start()
  const began = performance.now()
  const { id } = await client.call('exports.start', { filter: filter(), direction: 'newest', separator: ';' })
  const readExport = async () => (await client.call('exports.list')).find((one) => one.id === id)
  let known = await readExport()
  while (known?.phase === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 5))
    known = await readExport()
  }
  exportHolds.stop()
  printValue(
    `export (${known?.phase ?? 'lost'})`,
    ((known?.written ?? 0) / (performance.now() - began)) * 1_000,
    'rows/s',
  )
  exportHolds.print('export')
}
