import { expect, test } from 'vitest'
import { DatabaseWriteError } from '#main/sqlite/errors.ts'
import { startRig } from './rig.ts'

/** An app with a DELETE in progress that never gets a response. */
async function startSent(takesEffect: boolean) {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'silence', takesEffect })
  await app.cancels.confirm((await app.prepare(order)).id)
  await expect.poll(() => rig.deletes()).toBe(1)
  expect(app.latest().state).toBe('sent')
  return { rig, app, order }
}

test('after a crash in "sent" with an effective DELETE, the next start reads the list and does not send again', async () => {
  const { rig } = await startSent(true)
  const next = rig.start()
  expect(next.latest()).toMatchObject({ state: 'unknown', isSettled: false })
  expect(next.latest().steps.at(-1)?.words).toContain('quit before the response arrived')
  await next.settle()
  expect(next.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('after a crash in "sent" with a lost DELETE, the next start finds the order still working', async () => {
  const { rig } = await startSent(false)
  const next = rig.start()
  await next.settle()
  expect(next.latest().state).toBe('working')
  expect(rig.deletes()).toBe(1)
})

test('an unsettled cancel from before a restart prevents another cancel of its order', async () => {
  const { rig, order } = await startSent(false)
  const next = rig.start()
  expect(await next.prepare(order)).toMatchObject({
    count: 0,
    lines: [{ obstacle: 'Its cancellation is in progress.' }],
  })
  expect(rig.deletes()).toBe(1)
})

test('after a crash in "asked" the cancel is settled as not sent and is not sent later', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.prepare(order)
  // No slot is free, so the confirmed cancel waits.
  const leases = await Promise.all(Array.from({ length: 40 }, () => app.budget.acquire('cancel', 'cancelOrder')))
  await app.cancels.confirm(plan.id)
  expect(app.latest().state).toBe('asked')
  const next = rig.start()
  expect(next.latest()).toMatchObject({ state: 'not-sent', isSettled: true })
  expect(next.latest().steps.at(-1)?.words).toContain('nothing was cancelled')
  // The dropped app does not send it either, because the cancel is settled.
  for (const lease of leases) lease.release()
  await expect.poll(() => app.budget.snapshot().waiting.cancel).toBe(0)
  await app.waitForResponses()
  expect(rig.deletes()).toBe(0)
  await next.cancels.confirm((await next.prepare(order)).id)
  await next.waitForResponses()
  expect(rig.deletes()).toBe(1)
})

test('after a crash following the response the next start continues reading', async () => {
  const rig = await startRig()
  const app = rig.start()
  await app.cancels.confirm((await app.prepare(rig.working())).id)
  await app.waitForResponses()
  expect(app.latest().state).toBe('checking')
  const next = rig.start()
  await next.settle()
  expect(next.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('after a regular stop a DELETE in progress is unknown, and no new cancel is accepted', async () => {
  const { rig, app } = await startSent(true)
  await app.cancels.stop()
  expect(app.latest().state).toBe('unknown')
  await expect(app.prepareAll()).rejects.toMatchObject({ code: 'invalid' })
  const next = rig.start()
  await next.settle()
  expect(next.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('a cancel whose step "sent" cannot be saved is not sent', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  app.db.exec(`CREATE TRIGGER full BEFORE INSERT ON order_cancel_step WHEN NEW.state = 'sent'
               BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  await app.cancels.confirm(plan.id)
  await expect.poll(() => app.latest().state).toBe('not-sent')
  expect(rig.deletes()).toBe(0)
})

test('if the step "asked" cannot be saved, the confirmation fails and nothing is sent', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  app.db.pragma('query_only = ON')
  await expect(app.cancels.confirm(plan.id)).rejects.toBeInstanceOf(DatabaseWriteError)
  app.db.pragma('query_only = OFF')
  expect(app.journal.cancels.list(null, 10)).toEqual([])
  expect(rig.deletes()).toBe(0)
})

test('a response that cannot be saved counts as lost, and the list settles the cancel', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  app.db.exec(`CREATE TRIGGER full BEFORE INSERT ON order_cancel_step WHEN NEW.state = 'checking'
               BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  await app.cancels.confirm(plan.id)
  await expect.poll(() => app.faults.length).toBeGreaterThan(0)
  expect(app.latest().state).toBe('sent')
  await expect.poll(() => app.cancels.nextDelayMs()).not.toBeNull()
  app.db.exec('DROP TRIGGER full')
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})
