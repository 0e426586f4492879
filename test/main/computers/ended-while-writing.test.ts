import { readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { OpenFile } from '#main/computers/files/append-checked.ts'
import { startComputer, pair, checkAll, shared, names } from './started-computers.ts'

/** A disk that fails from the given step on, as if the app was killed there: cleaning up fails too. */
function endingAt(fatal: number): OpenFile {
  let step = 0
  const live = (): void => {
    if (step++ >= fatal) throw Object.assign(new Error('ended'), { code: 'EIO' })
  }
  return async (path, flags) => {
    live()
    const file = await open(path, flags)
    const ended = (): Promise<never> => Promise.reject(Object.assign(new Error('ended'), { code: 'EIO' }))
    const disk: Awaited<ReturnType<OpenFile>> = Object.assign(Object.create(file) as typeof file, {
      // In parts of 60 bytes, so that the app can end between them.
      async write(content: Buffer, offset: number) {
        live()
        return file.write(content, offset, Math.min(60, content.length - offset))
      },
      async sync() {
        live()
        await file.sync()
      },
      truncate: ended,
      close: () => file.close(),
    })
    return disk
  }
}

test('after the app ends at any step of writing, the next start writes the missing batches once', async () => {
  const { b, folder, set, code } = await pair()
  for (let fatal = 0; fatal < 9; fatal++) {
    const first = startComputer(undefined, undefined, endingAt(fatal))
    first.journal.watchlists.create(`List ${fatal}`, ['A@X'])
    await first.computers.join({ folder, code, name: `Computer ${fatal}` })
    await first.stop()
    const restarted = startComputer(first.directory, first.keychain)
    await checkAll(restarted, b)
    expect(names(b).filter((name) => name === `List ${fatal}`)).toHaveLength(1)
    expect(shared(restarted)).toMatchObject({ trouble: null, unwritten: 0 })
    await restarted.stop()
  }
  await b.computers.check()
  expect(shared(b).faults).toEqual([])
  expect(names(b)).toHaveLength(9)
  expect(readdirSync(set).length).toBeGreaterThan(9)
}, 60_000)
