import { formatAge } from '../../shared/format-time.ts'
import type { AlertFact } from '../../shared/model/alert.ts'
import type { Order } from '../../shared/model/order.ts'
import { heldPositions } from '../insight/account-summary.ts'
import { bucketOrder } from '../insight/order-bucket.ts'
import { fact } from './level.ts'
import type { HappeningCondition } from './measure.ts'
import type { AlertWorld } from './world.ts'

type Of<K extends HappeningCondition['kind']> = Extract<HappeningCondition, { kind: K }>

/** Something that happened, or is near: told once by its key. */
export interface Happening {
  readonly key: string
  /** UTC ms; `null` where the service names no time, or the thing lies ahead. */
  readonly at: number | null
  readonly facts: readonly AlertFact[]
  readonly caveats: readonly string[]
}

const oldAfterMs = 10 * 60_000

/** All that a rule could tell in the world as it is; what was told before is among it. */
export function listHappenings(condition: HappeningCondition, world: AlertWorld): Happening[] {
  switch (condition.kind) {
    case 'order':
      return listOrders(condition, world)
    case 'report':
      return listReports(condition, world)
    case 'event':
      return listEvents(condition, world)
  }
}

function listOrders({ accountId, on }: Of<'order'>, world: AlertWorld): Happening[] {
  return world.orders(accountId).flatMap(({ orders, fetchedAt }) => {
    const ageMs = world.now - fetchedAt
    const caveats = ageMs > oldAfterMs ? [`The orders were read ${formatAge(ageMs)} ago`] : []
    return orders
      .filter(({ status }) => bucketOrder(status) === on)
      .map((order) => ({
        key: `${order.accountId} ${order.id} ${on}`,
        at: order.transactAt ?? order.withdrawAt ?? order.acceptAt,
        facts: describeOrder(order),
        caveats,
      }))
  })
}

const wordsOf = (name: string, prefix: string): string => name.replace(prefix, '').toLowerCase().replaceAll('_', ' ')

function describeOrder(order: Order): AlertFact[] {
  const { symbol = '', side = '' } = order.body ?? order.stopLossTakeProfit ?? {}
  const executed = order.executedQuantity === null ? [] : [fact('Executed', 'quantity', order.executedQuantity)]
  return [
    fact(`${wordsOf(side, 'SIDE_')} ${symbol}`.trim(), 'words', wordsOf(order.status, 'ORDER_STATUS_')),
    ...executed,
  ]
}

const listReports = ({ accountId }: Of<'report'>, world: AlertWorld): Happening[] =>
  world
    .reports()
    .filter((report) => accountId === null || report.accountId === accountId)
    .flatMap(({ id, file, beginOn, endOn, accountId: of }) =>
      file === null
        ? []
        : [
            {
              key: id,
              at: file.arrivedAt,
              facts: [fact('Account', 'words', of), fact('From', 'date', beginOn), fact('To', 'date', endOn)],
              caveats: [],
            },
          ],
    )

const dayMs = 86_400_000

function listEvents({ symbol, on, days }: Of<'event'>, world: AlertWorld): Happening[] {
  const held = () => world.accounts().flatMap(({ account }) => heldPositions(account).map((one) => one.symbol))
  const symbols = symbol === null ? [...new Set(held())] : [symbol]
  const today = Date.parse(new Date(world.now).toISOString().slice(0, 10))
  return world.events(symbols).flatMap((one) => {
    const event = on === 'split' ? describeSplit(one) : describeRecordDate(one)
    // A month or a year alone is no day that could be counted down to.
    if (event === null || !/^\d{4}-\d{2}-\d{2}$/.test(event.date)) return []
    const ahead = (Date.parse(event.date) - today) / dayMs
    if (ahead < 0 || ahead > days) return []
    const when = fact(one.symbol, 'date', event.date)
    return [{ key: `${one.symbol} ${on} ${event.date}`, at: null, facts: [when, ...event.facts], caveats: [] }]
  })
}

type Event = ReturnType<AlertWorld['events']>[number]
interface Dated {
  readonly date: string
  readonly facts: readonly AlertFact[]
}

function describeSplit({ kind, event }: Event): Dated | null {
  if (kind !== 'split' || event.execDate === null) return null
  const { oldRatio, newRatio } = event
  const facts = oldRatio === null || newRatio === null ? [] : [fact('Split', 'words', `${newRatio} for ${oldRatio}`)]
  return { date: event.execDate, facts }
}

/** A bond's coupon states its record date; a dividend's one date stands for it. */
function describeRecordDate({ kind, event }: Event): Dated | null {
  if (kind === 'dividend' && event.date !== null) {
    const facts = event.amount === null ? [] : [fact('Dividend', 'price', event.amount, event.currency)]
    return { date: event.date, facts }
  }
  if (kind !== 'bond' || event.coupon?.recordDate == null) return null
  const amount = event.value === null ? [] : [fact('Coupon', 'price', event.value, event.currency)]
  const paid = event.date === null ? [] : [fact('Paid on', 'date', event.date)]
  return { date: event.coupon.recordDate, facts: [...amount, ...paid] }
}
