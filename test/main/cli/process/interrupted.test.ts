import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { unfinishedPath } from '#main/disk/unfinished-files.ts'
import { node } from '../../../../scripts/child.mjs'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { openStored } from '../stored-profile.ts'
import { programs, runIn } from './run-in.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A module that is loaded first: the first write to an incomplete file says so and never ends. */
const endlessWrite = `data:text/javascript,${encodeURIComponent(`
  import promises from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  const { open } = promises
  promises.open = async (path, ...rest) => {
    const handle = await open(path, ...rest)
    if (String(path).endsWith('.part'))
      handle.write = () => {
        process.stderr.write('writing')
        setInterval(() => undefined, 1000)
        return new Promise(() => undefined)
      }
    return handle
  }
  syncBuiltinESMExports()
`)}`

/** The same for a thread that opens the file when the program has removed it and ends. */
const lateOpen = `data:text/javascript,${encodeURIComponent(`
  import { openSync } from 'node:fs'
  import promises from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  const { open } = promises
  const { kill } = process
  promises.open = (path, ...rest) => {
    if (!String(path).endsWith('.part')) return open(path, ...rest)
    process.kill = (...target) => {
      try {
        openSync(path, ...rest)
      } catch {}
      kill(...target)
    }
    process.stderr.write('opening')
    setInterval(() => undefined, 1000)
    return new Promise(() => undefined)
  }
  syncBuiltinESMExports()
`)}`

/** An exit that never ends, as when V8's threads wait for each other. */
const hangingExit = `${endlessWrite}${encodeURIComponent(`
  process.on('exit', () => {
    for (;;);
  })
`)}`

async function startExport(dataDir: string, path: string, preload = endlessWrite): Promise<ChildProcess> {
  const args = ['export', 'transactions', '--file', path, '--data-dir', dataDir]
  const child = spawn(node, ['--import', preload, programs.cli, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  await once(child.stderr, 'data')
  return child
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'an export that %s ends leaves no file, and the signal ends it also when an exit would hang',
  async (signal) => {
    const { dataDir } = await openStored()
    const folder = makeTemporaryDirectory()
    const child = await startExport(dataDir, join(folder, 'all.csv'), hangingExit)
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^all\.csv\..*\.part$/)])
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([null, signal])
    expect(readdirSync(folder)).toEqual([])
  },
)

test('a signal while the file is being created leaves no file', async () => {
  const { dataDir } = await openStored()
  const folder = makeTemporaryDirectory()
  const child = await startExport(dataDir, join(folder, 'all.csv'), lateOpen)
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([null, 'SIGTERM'])
  expect(readdirSync(folder)).toEqual([])
})

test('the next export into a folder removes what a killed one left there, and nothing else', async () => {
  const { dataDir } = await openStored()
  const folder = makeTemporaryDirectory()
  const child = await startExport(dataDir, join(folder, 'all.csv'))
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
  const running = unfinishedPath(join(folder, 'of a running process.csv'))
  for (const path of [running, join(folder, 'download.part')]) writeFileSync(path, 'half')
  expect(readdirSync(folder)).toHaveLength(3)
  const args = ['export', 'income', '--file', join(folder, 'income.csv'), '--data-dir', dataDir]
  expect(await runIn(programs.cli, args)).toMatchObject({ code: 0, errors: '' })
  const left = readdirSync(folder).map((name) => join(folder, name))
  expect(left.sort()).toEqual([join(folder, 'download.part'), join(folder, 'income.csv'), running].sort())
})
