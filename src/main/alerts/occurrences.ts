import { dayMs, minuteMs } from '#shared/durations.ts'
import type { AlertText } from '#shared/model/alert-text.ts'
import type { AlertFact } from '#shared/model/alert.ts'
import type { Order } from '#shared/model/order/order.ts'
import type { Report } from '#shared/model/report.ts'
import { bucketOrder } from '../insight/orders/order-bucket.ts'
import { heldPositions } from '../insight/portfolio/account-summary.ts'
import type { AlertInputs } from './measure/inputs.ts'
import type { OccurrenceCondition } from './measure/measure.ts'
import { coded, fact, wordsFact } from './measure/threshold.ts'

type Of<K extends OccurrenceCondition['kind']> = Extract<OccurrenceCondition, { kind: K }>

/** Something that has happened or will happen soon. A rule fires once for each key. */
export interface Occurrence {
  readonly key: string
  /** UTC ms; `null` if the service states no time, or if it is in the future. */
  readonly at: number | null
  readonly facts: readonly AlertFact[]
  readonly caveats: readonly AlertText[]
}

/** A notice mentions the age of a reading from this age. */
const oldAfterMs = 10 * minuteMs

/** All occurrences of a condition, including those for which a rule has already fired. */
export function listOccurrences(condition: OccurrenceCondition, inputs: AlertInputs): Occurrence[] {
  switch (condition.kind) {
    case 'order':
      return listOrders(condition, inputs)
    case 'report':
      return listReports(condition, inputs)
    case 'event':
      return listEvents(condition, inputs)
    case 'difference':
      return listDifferences(condition, inputs)
    case 'missing-payment':
      return listMissingPayments(condition, inputs)
  }
}

function listOrders({ accountId, on: bucket }: Of<'order'>, inputs: AlertInputs): Occurrence[] {
  return inputs.orders(accountId).flatMap(({ orders, fetchedAt }) => {
    const ageMs = inputs.now - fetchedAt
    const caveats = ageMs > oldAfterMs ? [coded('orders-read', { ageMs })] : []
    return orders
      .filter(({ status }) => bucketOrder(status) === bucket)
      .map((order) => ({
        key: `${order.accountId} ${order.id} ${bucket}`,
        at: order.transactAt ?? order.withdrawAt ?? order.acceptAt,
        facts: describeOrder(order),
        caveats,
      }))
  })
}

function describeOrder(order: Order): AlertFact[] {
  const { symbol = '', side = '' } = order.body ?? order.stopLossTakeProfit ?? {}
  const executed = order.executedQuantity === null ? [] : [fact(coded('executed'), 'quantity', order.executedQuantity)]
  return [
    wordsFact(coded('order', { name: side, names: [symbol] }), coded('order-status', { name: order.status })),
    ...executed,
  ]
}

const listReports = ({ accountId }: Of<'report'>, inputs: AlertInputs): Occurrence[] =>
  inputs
    .reports()
    .filter((report) => accountId === null || report.accountId === accountId)
    .flatMap((report) => {
      const { id, file } = report
      return file === null ? [] : [{ key: id, at: file.arrivedAt, facts: describeReport(report), caveats: [] }]
    })

/** The account and the days of a report. */
export const describeReport = ({
  accountId,
  beginOn,
  endOn,
}: Pick<Report, 'accountId' | 'beginOn' | 'endOn'>): AlertFact[] => [
  wordsFact(coded('account'), accountId),
  fact(coded('from'), 'date', beginOn),
  fact(coded('to'), 'date', endOn),
]

/** The minimum age of a difference: positions are often read a moment before the transactions that explain them. */
const minDifferenceMs = 10 * minuteMs

const listDifferences = ({ accountId }: Of<'difference'>, inputs: AlertInputs): Occurrence[] =>
  inputs
    .differences()
    .filter((each) => (accountId ?? each.accountId) === each.accountId)
    .filter(({ since }) => inputs.now - since >= minDifferenceMs)
    .map(({ accountId: owner, figure, currency, difference, since }) => ({
      key: `${owner} ${currency === null ? 'pieces' : 'money'} ${figure} ${difference}`,
      at: since,
      facts: [
        currency === null
          ? fact(`${owner}, ${figure}`, 'quantity', difference)
          : fact(coded('cash', { name: owner }), 'amount', difference, currency),
      ],
      caveats: [],
    }))

/** A payment is missing on the day after the 45 days in which it may arrive. */
const missingAfterMs = 46 * dayMs

const listMissingPayments = ({ accountId }: Of<'missing-payment'>, inputs: AlertInputs): Occurrence[] =>
  (inputs.missingPayments() ?? [])
    .filter((each) => (accountId ?? each.accountId) === each.accountId)
    .map(({ accountId: owner, symbol, kind, date, expected }) => ({
      key: `${owner} ${symbol} ${kind} ${date}`,
      at: Date.parse(date) + missingAfterMs,
      facts: [
        wordsFact(`${owner}, ${symbol}`, coded('income', { name: kind })),
        fact(coded('date'), 'date', date),
        ...(expected === null ? [] : [fact(coded('expected'), 'amount', expected.low, expected.currency)]),
      ],
      caveats: [],
    }))

function listEvents({ symbol, on: kind, days }: Of<'event'>, inputs: AlertInputs): Occurrence[] {
  const held = () =>
    inputs.accounts().flatMap(({ account }) => heldPositions(account).map((position) => position.symbol))
  const symbols = symbol === null ? [...new Set(held())] : [symbol]
  const today = Date.parse(new Date(inputs.now).toISOString().slice(0, 10))
  return inputs.events(symbols).flatMap((stored) => {
    const event = describers[kind](stored)
    // A date without a day has no number of days left.
    if (event === null || !/^\d{4}-\d{2}-\d{2}$/.test(event.date)) return []
    const ahead = (Date.parse(event.date) - today) / dayMs
    if (ahead < 0 || ahead > days) return []
    const when = fact(stored.symbol, 'date', event.date)
    return [{ key: `${stored.symbol} ${kind} ${event.date}`, at: null, facts: [when, ...event.facts], caveats: [] }]
  })
}

/** The end of an offer: its last day; without one, its date. */
function describeOfferEnd({ kind, event }: StoredEvent): Dated | null {
  if (kind !== 'bond' || event.type !== 'OFFER') return null
  const date = event.offer?.endDate ?? event.date
  if (date === null) return null
  const { price = null, offerType = '' } = event.offer ?? {}
  const facts = [
    ...(offerType === '' ? [] : [wordsFact(coded('offer'), offerType.toLowerCase())]),
    ...(price === null ? [] : [fact(coded('price-in-percent'), 'percent', price)]),
  ]
  return { date, facts }
}

type StoredEvent = ReturnType<AlertInputs['events']>[number]
interface Dated {
  readonly date: string
  readonly facts: readonly AlertFact[]
}

function describeSplit({ kind, event }: StoredEvent): Dated | null {
  if (kind !== 'split' || event.execDate === null) return null
  const { oldRatio, newRatio } = event
  const facts =
    oldRatio === null || newRatio === null
      ? []
      : [wordsFact(coded('split'), coded('split-ratio', { ratio: { old: oldRatio, new: newRatio } }))]
  return { date: event.execDate, facts }
}

/** The record date: a coupon of a bond states it; the only date of a dividend counts as its record date. */
function describeRecordDate({ kind, event }: StoredEvent): Dated | null {
  if (kind === 'dividend' && event.date !== null) {
    const facts = event.amount === null ? [] : [fact(coded('dividend'), 'price', event.amount, event.currency)]
    return { date: event.date, facts }
  }
  if (kind !== 'bond' || event.coupon?.recordDate == null) return null
  const amount = event.value === null ? [] : [fact(coded('coupon'), 'price', event.value, event.currency)]
  const paid = event.date === null ? [] : [fact(coded('paid-on'), 'date', event.date)]
  return { date: event.coupon.recordDate, facts: [...amount, ...paid] }
}

const describers = { split: describeSplit, 'record-date': describeRecordDate, 'offer-end': describeOfferEnd }
