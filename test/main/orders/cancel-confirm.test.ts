import { expect, test } from 'vitest'
import { account, startRig } from './rig.ts'

const path = /\/orders\/./

test('two windows that confirm a cancel of the same order send one DELETE, and the second result says so', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const [first, second] = [await app.prepare(order), await app.prepare(order)]
  const results = await Promise.all([app.cancels.confirm(first.id), app.cancels.confirm(second.id)])
  expect(results.map(({ started, leftOut }) => [started.length, leftOut])).toEqual([
    [1, 0],
    [0, 1],
  ])
  const third = await app.prepare(order)
  expect(third).toMatchObject({ count: 0, lines: [{ obstacle: expect.stringMatching(/in progress|ended/) }] })
  await app.waitForResponses()
  await app.settle()
  expect(rig.deletes()).toBe(1)
})

test('a plan prepared before the cancel of another window sends nothing', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const stale = await app.prepare(order)
  await app.cancels.confirm((await app.prepare(order)).id)
  await app.waitForResponses()
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(await app.cancels.confirm(stale.id)).toEqual({ started: [], leftOut: 1 })
  expect(rig.deletes()).toBe(1)
})

test('a plan is valid for one confirmation and for one minute', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  const both = await Promise.allSettled([app.cancels.confirm(plan.id), app.cancels.confirm(plan.id)])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await app.waitForResponses()
  await app.settle()
  const late = await app.prepareAll()
  await app.clock.advance(60_001)
  await expect(app.cancels.confirm(late.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(rig.deletes()).toBe(1)
})

test('a stop-loss/take-profit order is cancelled the same way', async () => {
  const rig = await startRig()
  const app = rig.start()
  const guard = rig.demo.orders.list(account).find(({ stopLossTakeProfit }) => stopLossTakeProfit !== null)!
  await app.cancels.confirm((await app.prepare(guard)).id)
  await app.waitForResponses()
  await app.settle()
  expect(app.latest()).toMatchObject({ orderId: guard.id, state: 'cancelled' })
})

test('a plan for a scope names the scope and its count, and sends one DELETE for each order', async () => {
  const rig = await startRig()
  const app = rig.start()
  const all = await app.prepareAll()
  expect(all.words).toBe(`all ${all.count} working orders of account …0001`)
  expect(all.lines.every(({ obstacle }) => obstacle === null)).toBe(true)
  const plan = await app.prepareAll({ symbol: 'SBER@MISX' })
  expect(plan.words).toMatch(/ of account …0001 on SBER@MISX$/)
  expect(plan.count).toBeLessThan(all.count)
  await app.cancels.confirm(all.id)
  await app.waitForResponses()
  await app.settle()
  const done = app.journal.cancels.list(null, 500)
  expect(done.map(({ state }) => state)).toEqual(Array(all.count).fill('cancelled'))
  const paths = rig.demo
    .requests()
    .filter(({ method }) => method === 'DELETE')
    .map((request) => request.path)
  expect(paths.filter((requested) => path.test(requested))).toHaveLength(all.count)
  expect(new Set(paths).size).toBe(all.count)
  expect((await app.prepareAll()).count).toBe(0)
})

test('the cancel of a partly filled order reports the executed quantity', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  rig.demo.orders.fill(order.id, '1')
  const plan = await app.prepare(order)
  expect(plan.lines[0]?.order).toMatchObject({ executedQuantity: '1' })
  await app.cancels.confirm(plan.id)
  await app.waitForResponses()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'cancelled', executed: '1' })
})

test('a cancel with a read-only token is rejected before anything is sent', async () => {
  const rig = await startRig({ readOnly: true })
  const app = rig.start()
  const order = rig.working()
  expect(app.broker.session()).toBeNull()
  await expect(app.prepare(order)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('read-only'),
  })
  expect(app.broker.session()?.isReadOnly).toBe(true)
  expect(rig.demo.requests().map((request) => request.path)).toEqual(['/v1/sessions', '/v1/sessions/details'])
})

test('no cancel is prepared or confirmed while sending is not allowed', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  app.state.mayRequest = false
  await expect(app.prepareAll()).rejects.toMatchObject({ code: 'invalid' })
  await expect(app.cancels.confirm(plan.id)).rejects.toMatchObject({ code: 'invalid' })
  app.state.mayRequest = true
  expect((await app.cancels.confirm(plan.id)).started).toHaveLength(1)
  await app.waitForResponses()
})

test('no token is in the journal, even if a refusal repeats it', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  const message = `no, ${rig.demo.issuedTokens().join(' ')} ${'x'.repeat(5_000)}`
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 400, body: { code: 9, message } })
  await app.cancels.confirm(plan.id)
  await app.waitForResponses()
  await app.settle()
  const kept = JSON.stringify(app.journal.cancels.list(null, 10))
  expect(rig.demo.issuedTokens().filter((token) => kept.includes(token))).toEqual([])
  expect(Math.max(...app.latest().steps.map(({ words }) => words.length))).toBeLessThan(400)
})
