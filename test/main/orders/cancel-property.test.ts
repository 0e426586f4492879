import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LostAnswerError } from '../../../src/main/broker/failure.ts'
import { createCache, type Cache } from '../../../src/main/cache/cache.ts'
import { createJournal } from '../../../src/main/journal/journal.ts'
import { migrations } from '../../../src/main/journal/migrations.ts'
import { Cancels } from '../../../src/main/orders/cancels.ts'
import { OrderReader } from '../../../src/main/orders/order-reader.ts'
import { openDatabase } from '../../../src/main/sqlite/open.ts'
import type { Broker } from '../../../src/main/broker/client.ts'
import type { Order } from '../../../src/shared/model/order.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { FakeClock, settle } from '../../fakes/clock.ts'
import { openTestCache } from '../cache/open-cache.ts'
import { d, makeOrder } from '../insight/make.ts'

const accountId = '1900001'
const status = (name: string): string => `ORDER_STATUS_${name}`

/** What one step of a course does to service or machine. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('cancel' as const),
    window: fc.integer({ min: 0, max: 1 }),
    /** What the service does with the DELETE, and what of the answer arrives. */
    works: fc.boolean(),
    answer: fc.constantFrom(
      'true' as const,
      'lost' as const,
      'refused' as const,
      'ended session' as const,
      'never' as const,
    ),
  }),
  fc.record({ kind: fc.constant('prepare' as const), window: fc.integer({ min: 0, max: 1 }) }),
  fc.constant({ kind: 'fill' as const }),
  fc.constant({ kind: 'vanish' as const }),
  fc.constant({ kind: 'read' as const }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
  fc.constant({ kind: 'crash' as const }),
)

/** A service with one order, in memory, and the machine in front of it: dropped and started anew on the same journal. */
function start(cache: Cache) {
  const db = openDatabase(':memory:', migrations, { synchronous: 'FULL' })
  const journal = createJournal(db, 'no backups')
  const clock = new FakeClock()
  const service = {
    order: makeOrder() as Order | null,
    sent: 0,
    works: true,
    answer: 'true' as Extract<typeof step extends fc.Arbitrary<infer S> ? S : never, { kind: 'cancel' }>['answer'],
  }
  function cancelOrder(): Order {
    const { order } = service
    if (service.answer === 'ended session') throw new AppError('unavailable', 'The session had ended')
    if (order === null) throw new AppError('not-found', 'no such order')
    if (order.status !== status('NEW')) throw new AppError('invalid', 'cannot be canceled')
    if (service.answer === 'refused') throw new AppError('invalid', 'no')
    if (service.works) service.order = { ...order, status: status('CANCELED') }
    if (service.answer === 'lost' || !service.works) throw new LostAnswerError('unavailable', 'lost')
    return service.order ?? order
  }
  const details = { createdAt: null, expiresAt: null, permissions: [], accountIds: [accountId], isReadOnly: false }
  function boot() {
    const life = { isOver: false }
    const call = async (name: string, _: unknown, options: { onSend?: () => void }): Promise<unknown> => {
      if (name === 'listOrders') return { rows: service.order === null ? [] : [service.order], malformed: [] }
      options.onSend?.()
      service.sent++
      const answer = (): Order => cancelOrder()
      if (service.answer !== 'never') return answer()
      try {
        answer()
      } catch {
        // The answer is on its way to nobody.
      }
      return new Promise(() => undefined)
    }
    const broker = { call, session: () => details, renewSession: async () => details } as unknown as Broker
    const publish = (): void => undefined
    const reader = new OrderReader({ broker, cache, journal, clock, publish })
    const cancels = new Cancels({
      ...{ broker, reader, cache, journal, clock, publish },
      logFault: (_where, error) => {
        throw error
      },
      mayAsk: () => !life.isOver,
      wake: publish,
    })
    return { cancels, life }
  }
  const close = (): void => void db.close()
  return { service, journal, clock, boot, close }
}

test('over any course of races, windows and crashes: one DELETE a confirmation at most, and no claim that is not true', async () => {
  // It holds nothing that matters here.
  const cache = createCache(openTestCache())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { service, journal, clock, boot, close } = start(cache)
      let machine = boot()
      const plans = new Map<number, string>()
      let confirmed = 0
      const checkClaims = (): void => {
        for (const { state, isSettled, steps: taken } of journal.cancels.list(null, 500)) {
          expect(taken.filter((one) => one.state === 'sent').length).toBeLessThanOrEqual(1)
          expect(taken.at(-1)?.state).toBe(state)
          if (!isSettled) continue
          // What has ended stays so: a claim of it can be checked at any later time, while the order is listed.
          if (service.order === null) continue
          if (state === 'cancelled') expect(service.order.status).toBe(status('CANCELED'))
          if (state === 'executed') expect(service.order.status).toBe(status('FILLED'))
        }
        expect(service.sent).toBeLessThanOrEqual(confirmed)
      }
      const prepare = async (): Promise<string> =>
        (await machine.cancels.prepare({ kind: 'orders', orders: [{ accountId, orderId: makeOrder().id }] })).id
      for (const one of steps) {
        if (one.kind === 'prepare') {
          plans.set(one.window, await prepare())
        } else if (one.kind === 'cancel') {
          service.works = one.works
          service.answer = one.answer
          const planId = plans.get(one.window) ?? (await prepare())
          const begun = await machine.cancels.confirm(planId).catch(() => null)
          // A plan that is kept is confirmed a second time by the next such step.
          plans.set(one.window, planId)
          confirmed += begun?.started.length ?? 0
        } else if (one.kind === 'fill') {
          if (service.order?.status === status('NEW'))
            service.order = { ...service.order, status: status('FILLED'), executedQuantity: d('10') }
        } else if (one.kind === 'vanish') service.order = null
        else if (one.kind === 'read') await machine.cancels.readAgain(new AbortController().signal)
        else if (one.kind === 'wait') await clock.advance(one.ms)
        else {
          machine.life.isOver = true
          machine = boot()
        }
        await settle()
        checkClaims()
      }
      machine = boot()
      for (let turn = 0; turn < 20 && machine.cancels.nextDelayMs() !== null; turn++) {
        await clock.advance(machine.cancels.nextDelayMs() ?? 0)
        await machine.cancels.readAgain(new AbortController().signal)
        checkClaims()
      }
      checkClaims()
      expect(journal.cancels.listOpen()).toEqual([])
      close()
    }),
    { numRuns: 250 },
  )
}, 30_000)
