import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const source = (path: string): string => new URL(`../../src/main/${path}`, import.meta.url).href

/** Runs a module in a process of its own, and answers what it printed. */
function runModule(code: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-lean-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('what was compiled lies in a folder of its owner alone, for the next start', () => {
  const folder = join(makeFolder(), 'data', 'compiled')
  const library = new URL('../../node_modules/big.js/big.mjs', import.meta.url).href
  runModule(`
    const { keepCompiled } = await import(${JSON.stringify(source('compile-cache.ts'))})
    const { systemClock } = await import(${JSON.stringify(source('clock.ts'))})
    keepCompiled(${JSON.stringify(folder)}, systemClock)
    await import(${JSON.stringify(library)})
  `)
  expect(statSync(join(folder, '..')).mode & 0o077).toBe(0)
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())).toBe(true)
})

test('a place where no folder can be made costs the start nothing', () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const printed = runModule(`
    const { keepCompiled } = await import(${JSON.stringify(source('compile-cache.ts'))})
    const { systemClock } = await import(${JSON.stringify(source('clock.ts'))})
    keepCompiled(${JSON.stringify(join(file, 'compiled'))}, systemClock)
    console.log('goes on')
  `)
  expect(printed).toBe('goes on\n')
})

/**
 * The space for short-lived objects in bytes, while two million come and go: the median of many looks, since it is larger
 * for a moment wherever the collector waits for a thread of its own.
 */
function spaceForShortLived(before: string): number {
  const printed = runModule(`
    import { getHeapSpaceStatistics } from 'node:v8'
    ${before}
    const looks = []
    let kept = []
    for (let i = 0; i < 2_000_000; i++) {
      if (i % 20_000 === 0) kept = []
      if (i % 50_000 === 0) looks.push(getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size)
      kept.push({ i, text: 'row ' + i })
    }
    console.log(looks.sort((a, b) => a - b)[looks.length / 2])
  `)
  return Number(printed)
}

test('the space for short-lived objects stays small, however many come', () => {
  const keptSmall = spaceForShortLived(`(await import(${JSON.stringify(source('small-heap.ts'))})).keepHeapSmall()`)
  expect(keptSmall).toBeGreaterThan(0)
  expect(keptSmall * 4).toBeLessThan(spaceForShortLived(''))
})
