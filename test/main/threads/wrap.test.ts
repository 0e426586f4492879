import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { wrap } from '#main/threads/wrap.ts'
import { inLanguage } from '#shared/language.ts'
import { node, run } from '../../../scripts/child.mjs'
import { FakeClock } from '../../fakes/clock.ts'
import type { CountingHandlers } from './counting-thread.ts'
import type { FailingHandlers } from './failing-thread.ts'

const closing = fileURLToPath(new URL('./close-with-pending-request.ts', import.meta.url))

test('a process runs until a thread that is closed has ended, also if a reply arrives before that', async () => {
  const { code, output } = await run(node, [closing])
  expect([code, output]).toEqual([0, 'closed'])
})

const counting = new URL('./counting-thread.ts', import.meta.url)

test('an idle thread ends when it may, and the next call starts it again', async () => {
  const clock = new FakeClock()
  let mayStop = false
  const rest = { clock, idleMs: 1_000, mayStop: () => mayStop }
  const thread = wrap<CountingHandlers>({ file: counting, subject: 'ledger', rest })
  expect([await thread.ask('count'), await thread.ask('count')]).toEqual([1, 2])
  await clock.advance(10_000)
  expect(await thread.ask('count')).toBe(3)
  mayStop = true
  await clock.advance(1_000)
  expect(await thread.ask('count')).toBe(1)
  await thread.close('now')
})

function start(workerData: { readonly isStrict?: boolean; readonly cannotOpen?: boolean } = {}) {
  const [notices, faults]: [unknown[], unknown[]] = [[], []]
  const thread = wrap<FailingHandlers>({
    ...{ file: new URL('./failing-thread.ts', import.meta.url), subject: 'ledger', workerData },
    onNotice: (notice) => notices.push(notice),
    onFault: (error) => faults.push(error),
  })
  onTestFinished(() => thread.close('now'))
  return { thread, notices, faults }
}

test('an error keeps its code, its text in each language and the code of its cause', async () => {
  const { thread, notices } = start()
  const error = await thread.ask('known').catch((thrown: unknown) => thrown as Error)
  expect(error).toMatchObject({ code: 'not-found', message: 'Cash', cause: { code: 'SQLITE_CORRUPT' } })
  expect(inLanguage('ru', () => (error as Error).message)).toBe('Деньги')
  expect(notices).toEqual(['known'])
})

test('the message of an unexpected error, which may contain data, is not sent', async () => {
  const { thread, faults } = start()
  await expect(thread.ask('unknown')).rejects.toMatchObject({ code: 'internal', message: 'Cash' })
  expect([await thread.ask('add', 1, 2), faults]).toEqual([3, []])
})

test('an unexpected error ends a thread without a text for it; the next call starts it again', async () => {
  const { thread, faults } = start({ isStrict: true })
  await expect(thread.ask('unknown')).rejects.toMatchObject({
    code: 'internal',
    message: 'The ledger stopped unexpectedly. Try again.',
  })
  expect(faults).toMatchObject([{ message: 'a row of the user' }])
  expect(await thread.ask('add', 1, 2)).toBe(3)
})

test('a thread that cannot be opened fails each call with the reason', async () => {
  const { thread } = start({ cannotOpen: true })
  for (let call = 0; call < 2; call++)
    await expect(thread.ask('add', 1, 2)).rejects.toMatchObject({ code: 'unavailable', message: 'Cash' })
})

test('a closed thread answers no more', async () => {
  const { thread } = start()
  const running = thread.ask('add', 1, 2)
  running.catch(() => undefined)
  await thread.close('now')
  await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  await expect(thread.ask('add', 1, 2)).rejects.toMatchObject({ code: 'cancelled' })
})
