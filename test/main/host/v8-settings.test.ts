import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  collectGarbage,
  heapFlags,
  hiddenFlags,
  questionFlags,
  streamFlags,
  trayFlag,
  visibleFlags,
  webAssemblyFlag,
} from '#main/host/v8-settings.ts'
import { runModule, source } from './run-module.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('compiled code is cached in a folder that only its owner can read', () => {
  const folder = join(makeFolder(), 'data', 'compiled')
  const library = new URL('../../../node_modules/big.js/big.mjs', import.meta.url).href
  runModule(`
    const { keepCompiled } = await import(${JSON.stringify(source('host/v8-settings.ts'))})
    const { systemClock } = await import(${JSON.stringify(source('time/clock.ts'))})
    keepCompiled(${JSON.stringify(folder)}, systemClock)
    await import(${JSON.stringify(library)})
  `)
  expect(statSync(join(folder, '..')).mode & 0o077).toBe(0)
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())).toBe(true)
})

test('a start works when the cache folder cannot be created', () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const printed = runModule(`
    const { keepCompiled } = await import(${JSON.stringify(source('host/v8-settings.ts'))})
    const { systemClock } = await import(${JSON.stringify(source('time/clock.ts'))})
    keepCompiled(${JSON.stringify(join(file, 'compiled'))}, systemClock)
    console.log('continues')
  `)
  expect(printed).toBe('continues\n')
})

test('V8 knows the flags that are set at the start', () => {
  // Node refuses a flag that its V8 does not know. The bench `idle` measures how much memory the flags save.
  const flags = [
    ...heapFlags,
    trayFlag,
    ...hiddenFlags,
    ...visibleFlags,
    ...questionFlags,
    ...streamFlags,
    webAssemblyFlag,
  ]
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', ''], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('no setting of the garbage collector changes while the process runs', () => {
  // Such a change ends the process while threads collect garbage: `v8-settings.proof.ts` shows that these flags do not.
  expect([...hiddenFlags]).toEqual(['--no-sparkplug', '--optimize-for-size'])
  expect([...visibleFlags]).toEqual(['--sparkplug', '--no-optimize-for-size'])
})

test('garbage is collected immediately', async () => {
  let garbage: object | null = { text: 'x'.repeat(1_000) }
  const reference = new WeakRef(garbage)
  garbage = null
  // A WeakRef keeps its object until the end of the current job of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect([reference.deref(), garbage]).toEqual([undefined, null])
})

test('garbage is collected after each completed step of the work, and not before', () => {
  const printed = runModule(`
    const { collectEvery } = await import(${JSON.stringify(source('host/v8-settings.ts'))})
    const { PerformanceObserver } = await import('node:perf_hooks')
    const { setImmediate: turn } = await import('node:timers/promises')
    const majorCollections = []
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (detail.kind === 4) majorCollections.push(detail)
    }).observe({ entryTypes: ['gc'] })
    const collect = collectEvery(10)
    const counts = []
    for (const done of [9, 10, 15, 19, 25, 26]) {
      collect(done)
      await turn()
      await turn()
      counts.push(majorCollections.length > 0)
      majorCollections.length = 0
    }
    console.log(JSON.stringify(counts))
  `)
  expect(JSON.parse(printed)).toEqual([false, true, false, false, true, false])
})
