import { expect, test } from 'vitest'
import { account, startRig } from './rig.ts'

const path = /\/orders\/./

test('two windows that confirm the same order send one DELETE, and the second is told', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const [first, second] = [await app.ask(order), await app.ask(order)]
  const answers = await Promise.all([app.cancels.confirm(first.id), app.cancels.confirm(second.id)])
  expect(answers.map(({ started, leftOut }) => [started.length, leftOut])).toEqual([
    [1, 0],
    [0, 1],
  ])
  const third = await app.ask(order)
  expect(third).toMatchObject({ count: 0, lines: [{ obstacle: expect.stringMatching(/under way|ended/) }] })
  await app.answered()
  await app.settle()
  expect(rig.deletes()).toBe(1)
})

test('a plan read before another window’s cancel sends nothing after it either', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const stale = await app.ask(order)
  await app.cancels.confirm((await app.ask(order)).id)
  await app.answered()
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(await app.cancels.confirm(stale.id)).toEqual({ started: [], leftOut: 1 })
  expect(rig.deletes()).toBe(1)
})

test('a plan is good for one confirmation, and for a minute', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.ask(rig.working())
  const both = await Promise.allSettled([app.cancels.confirm(plan.id), app.cancels.confirm(plan.id)])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await app.answered()
  await app.settle()
  const late = await app.askAll()
  await app.clock.advance(60_001)
  await expect(app.cancels.confirm(late.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(rig.deletes()).toBe(1)
})

test('a stop-loss/take-profit order is cancelled the same way', async () => {
  const rig = await startRig()
  const app = rig.start()
  const guard = rig.demo.orders.list(account).find(({ stopLossTakeProfit }) => stopLossTakeProfit !== null)!
  await app.cancels.confirm((await app.ask(guard)).id)
  await app.answered()
  await app.settle()
  expect(app.latest()).toMatchObject({ orderId: guard.id, state: 'cancelled' })
})

test('all of a scope is named with its count, and each order gets its one DELETE', async () => {
  const rig = await startRig()
  const app = rig.start()
  const all = await app.askAll()
  expect(all.words).toBe(`all ${all.count} working orders of account …0001`)
  expect(all.lines.every(({ obstacle }) => obstacle === null)).toBe(true)
  const plan = await app.askAll({ symbol: 'SBER@MISX' })
  expect(plan.words).toMatch(/ of account …0001 on SBER@MISX$/)
  expect(plan.count).toBeLessThan(all.count)
  await app.cancels.confirm(all.id)
  await app.answered()
  await app.settle()
  const done = app.journal.cancels.list(null, 500)
  expect(done.map(({ state }) => state)).toEqual(Array(all.count).fill('cancelled'))
  const paths = rig.demo
    .requests()
    .filter(({ method }) => method === 'DELETE')
    .map((one) => one.path)
  expect(paths.filter((one) => path.test(one))).toHaveLength(all.count)
  expect(new Set(paths).size).toBe(all.count)
  expect((await app.askAll()).count).toBe(0)
})

test('a partly filled order is cancelled with what was executed', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  rig.demo.orders.fill(order.id, '1')
  const plan = await app.ask(order)
  expect(plan.lines[0]?.order).toMatchObject({ executedQuantity: '1' })
  await app.cancels.confirm(plan.id)
  await app.answered()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'cancelled', executed: '1' })
})

test('a token that may only read is refused here, before anything is sent', async () => {
  const rig = await startRig({ readOnly: true })
  const app = rig.start()
  const order = rig.working()
  expect(app.broker.session()).toBeNull()
  await expect(app.ask(order)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('read-only') })
  expect(app.broker.session()?.isReadOnly).toBe(true)
  expect(rig.demo.requests().map(({ path: one }) => one)).toEqual(['/v1/sessions', '/v1/sessions/details'])
})

test('nothing is asked while the monitor is paused or signed out', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.ask(rig.working())
  app.state.mayAsk = false
  await expect(app.askAll()).rejects.toMatchObject({ code: 'invalid' })
  await expect(app.cancels.confirm(plan.id)).rejects.toMatchObject({ code: 'invalid' })
  app.state.mayAsk = true
  expect((await app.cancels.confirm(plan.id)).started).toHaveLength(1)
  await app.answered()
})

test('neither secret nor token is in the journal, whatever a refusal repeats', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.ask(rig.working())
  const message = `no, ${rig.demo.issuedTokens().join(' ')} ${'x'.repeat(5_000)}`
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 400, body: { code: 9, message } })
  await app.cancels.confirm(plan.id)
  await app.answered()
  await app.settle()
  const kept = JSON.stringify(app.journal.cancels.list(null, 10))
  expect(rig.demo.issuedTokens().filter((token) => kept.includes(token))).toEqual([])
  expect(Math.max(...app.latest().steps.map(({ words }) => words.length))).toBeLessThan(400)
})
