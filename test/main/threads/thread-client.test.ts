import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createThreadClient } from '#main/threads/thread-client.ts'
import { node, run } from '../../../scripts/child.mjs'
import { FakeClock } from '../../fakes/clock.ts'

const closing = fileURLToPath(new URL('./close-with-pending-request.ts', import.meta.url))

test('a process runs until a thread that is closed has ended, also if a reply arrives before that', async () => {
  const { code, output } = await run(node, [closing])
  expect([code, output]).toEqual([0, 'closed'])
})

const counting = new URL('./counting-thread.ts', import.meta.url)

test('an idle thread ends when it may, and the next task starts it again', async () => {
  const clock = new FakeClock()
  let mayStop = false
  const rest = { clock, idleMs: 1_000, mayStop: () => mayStop }
  const thread = createThreadClient<null>({ file: counting, maxYoungGenerationSizeMb: 2, subject: 'ledger', rest })
  expect([await thread.ask(null), await thread.ask(null)]).toEqual([1, 2])
  await clock.advance(10_000)
  expect(await thread.ask(null)).toBe(3)
  mayStop = true
  await clock.advance(1_000)
  expect(await thread.ask(null)).toBe(1)
  await thread.close('now')
})
