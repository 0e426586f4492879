// Runs in a separate process: creates objects, drops them soon, and sends the sizes of V8's space for young objects.
import { getHeapSpaceStatistics } from 'node:v8'
import { keepHeapSmall } from '#main/host/v8-settings.ts'

const [mode, count] = process.argv.slice(2)
if (mode === 'app') keepHeapSmall()

const sizesMb: number[] = []
let kept: unknown[] = []
for (let i = 0; i < Number(count); i++) {
  if (i % 20_000 === 0) kept = []
  if (i % 50_000 === 0) {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    if (space !== undefined) sizesMb.push(space.space_size / 1e6)
  }
  kept.push({ i, text: `row ${String(i)}` })
}
process.send?.(sizesMb)
