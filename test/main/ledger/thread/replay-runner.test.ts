import { expect, it } from 'vitest'
import { ReplayRunner } from '#main/ledger/thread/replay-runner.ts'
import { accountId, fifo, makeTrade, openLedgerRig } from '../rig.ts'

const purchases = (count: number, firstId: number) =>
  Array.from({ length: count }, (_, index) => makeTrade(String(firstId + index), index, 'A@X', '1', '-1'))

it('the runner replays until the holdings are current, one replay at a time, and returns the changed accounts', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(3000, 1))
  const runner = new ReplayRunner(rig.replay)
  const [first, second] = await Promise.all([runner.run(fifo), runner.run(fifo)])
  expect([first, second]).toEqual([
    { accountIds: [accountId], rowsRead: 3000 },
    { accountIds: [], rowsRead: 0 },
  ])
  expect(runner.progress).toEqual({ isReplaying: false, done: 3000, total: 3000 })
})

it('a stopped replay ends at its next pause, and the next replay reads all rows', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(3000, 1))
  const runner = new ReplayRunner(rig.replay)
  const run = runner.run(fifo)
  const stopped = runner.stop()
  await expect(run).rejects.toMatchObject({ code: 'cancelled' })
  await stopped
  expect(rig.replay.isCurrent(fifo)).toBe(false)
  expect((await new ReplayRunner(openLedgerRig(rig.db).replay).run(fifo)).rowsRead).toBe(3000)
})
