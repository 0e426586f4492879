import { dayMs, minuteMs } from '../../shared/durations.ts'
import { wordsOf } from '../../shared/text/service-words.ts'
import { formatAge } from '../../shared/text/format-time.ts'
import type { AlertFact } from '../../shared/model/alert.ts'
import type { Order } from '../../shared/model/order/order.ts'
import { heldPositions } from '../insight/portfolio/account-summary.ts'
import { bucketOrder } from '../insight/orders/order-bucket.ts'
import { fact } from './measure/threshold.ts'
import type { OccurrenceCondition } from './measure/measure.ts'
import type { AlertInputs } from './measure/inputs.ts'

type Of<K extends OccurrenceCondition['kind']> = Extract<OccurrenceCondition, { kind: K }>

/** Something that happened or is about to happen. A rule fires once for each key. */
export interface Occurrence {
  readonly key: string
  /** UTC ms; `null` when the service states no time, or when it is in the future. */
  readonly at: number | null
  readonly facts: readonly AlertFact[]
  readonly caveats: readonly string[]
}

/** The age of a reading from which a notice mentions it. */
const oldAfterMs = 10 * minuteMs

/** All occurrences of a condition, also those that a rule has fired for already. */
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
    const caveats = ageMs > oldAfterMs ? [`The orders were read ${formatAge(ageMs)} ago`] : []
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
  const executed = order.executedQuantity === null ? [] : [fact('Executed', 'quantity', order.executedQuantity)]
  return [
    fact(`${wordsOf(side, 'SIDE_')} ${symbol}`.trim(), 'words', wordsOf(order.status, 'ORDER_STATUS_')),
    ...executed,
  ]
}

const listReports = ({ accountId }: Of<'report'>, inputs: AlertInputs): Occurrence[] =>
  inputs
    .reports()
    .filter((report) => accountId === null || report.accountId === accountId)
    .flatMap(({ id, file, beginOn, endOn, accountId: owner }) =>
      file === null
        ? []
        : [
            {
              key: id,
              at: file.arrivedAt,
              facts: [fact('Account', 'words', owner), fact('From', 'date', beginOn), fact('To', 'date', endOn)],
              caveats: [],
            },
          ],
    )

/** Positions are often read a moment before the transactions that explain them: a difference must last this long. */
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
          : fact(`${owner}, cash`, 'amount', difference, currency),
      ],
      caveats: [],
    }))

/** A payment is missing from the day on after the 45 days in which it may come. */
const missingAfterMs = 46 * dayMs

const listMissingPayments = ({ accountId }: Of<'missing-payment'>, inputs: AlertInputs): Occurrence[] =>
  (inputs.missingPayments() ?? [])
    .filter((each) => (accountId ?? each.accountId) === each.accountId)
    .map(({ accountId: owner, symbol, kind, date, expected }) => ({
      key: `${owner} ${symbol} ${kind} ${date}`,
      at: Date.parse(date) + missingAfterMs,
      facts: [
        fact(`${owner}, ${symbol}`, 'words', kind),
        fact('Date', 'date', date),
        ...(expected === null ? [] : [fact('Expected', 'amount', expected.low, expected.currency)]),
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
    // A date without a day cannot be counted down.
    if (event === null || !/^\d{4}-\d{2}-\d{2}$/.test(event.date)) return []
    const ahead = (Date.parse(event.date) - today) / dayMs
    if (ahead < 0 || ahead > days) return []
    const when = fact(stored.symbol, 'date', event.date)
    return [{ key: `${stored.symbol} ${kind} ${event.date}`, at: null, facts: [when, ...event.facts], caveats: [] }]
  })
}

/** An offer ends on its last day; without one, on its date. */
function describeOfferEnd({ kind, event }: StoredEvent): Dated | null {
  if (kind !== 'bond' || event.type !== 'OFFER') return null
  const date = event.offer?.endDate ?? event.date
  if (date === null) return null
  const { price = null, offerType = '' } = event.offer ?? {}
  const facts = [
    ...(offerType === '' ? [] : [fact('Offer', 'words', offerType.toLowerCase())]),
    ...(price === null ? [] : [fact('Price in percent', 'percent', price)]),
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
  const facts = oldRatio === null || newRatio === null ? [] : [fact('Split', 'words', `${newRatio} for ${oldRatio}`)]
  return { date: event.execDate, facts }
}

/** A bond's coupon states its record date; a dividend has one date, which counts as its record date. */
function describeRecordDate({ kind, event }: StoredEvent): Dated | null {
  if (kind === 'dividend' && event.date !== null) {
    const facts = event.amount === null ? [] : [fact('Dividend', 'price', event.amount, event.currency)]
    return { date: event.date, facts }
  }
  if (kind !== 'bond' || event.coupon?.recordDate == null) return null
  const amount = event.value === null ? [] : [fact('Coupon', 'price', event.value, event.currency)]
  const paid = event.date === null ? [] : [fact('Paid on', 'date', event.date)]
  return { date: event.coupon.recordDate, facts: [...amount, ...paid] }
}

const describers = { split: describeSplit, 'record-date': describeRecordDate, 'offer-end': describeOfferEnd }
