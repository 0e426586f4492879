// `npm run bench -- heap [--objects N]`: the size of V8's space for young objects while N objects are created and dropped, with
// the limit of the app and without it. Prints one JSON line.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { percentile, print } from './measure/figures.ts'

const { values } = parseArgs({ options: { objects: { type: 'string', default: '2000000' } } })

/**
 * The sizes in MB, read every 50,000 objects. The space is larger for a moment while the garbage collector waits for a thread.
 */
async function measure(mode: 'app' | 'bare'): Promise<readonly number[]> {
  const child = fork(new URL('./heap/short-lived.ts', import.meta.url), [mode, values.objects])
  const [sizesMb] = (await once(child, 'message')) as [readonly number[]]
  return sizesMb
}

const [app, bare] = [await measure('app'), await measure('bare')]
print({
  name: 'space for short-lived objects',
  p50: percentile(app, 0.5),
  p99: percentile(app, 0.99),
  unit: 'MB',
  bareP50: percentile(bare, 0.5),
  bareP99: percentile(bare, 0.99),
})
