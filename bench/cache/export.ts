import { performance } from 'node:perf_hooks'
import type { Client } from '#shared/client.ts'
import { printValue, watchBlocking } from '../measure/figures.ts'
import { filter } from './filters.ts'

/** Exports all rows to a file through the app's own requests. */
export async function measureExport(client: Client): Promise<void> {
  const blocking = watchBlocking()
  blocking.start()
  const startedAt = performance.now()
  const { id } = await client.call('exports.start', { filter: filter(), direction: 'newest', separator: ';' })
  const readExport = async () => (await client.call('exports.list')).find((row) => row.id === id)
  let known = await readExport()
  while (known?.phase === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 5))
    known = await readExport()
  }
  blocking.stop()
  printValue(
    `export (${known?.phase ?? 'lost'})`,
    ((known?.written ?? 0) / (performance.now() - startedAt)) * 1_000,
    'rows/s',
  )
  blocking.print('export')
}
