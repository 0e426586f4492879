import { m } from '#shared/messages/messages.js'
import type { OrderChange, OrderChangeKind } from '#shared/model/order/order.ts'
import { texts } from '#shared/texts.ts'
import { wordsOf } from '../lib/words/service-names.ts'

const titles: Readonly<Record<OrderChangeKind, string>> = texts({
  found: m.orders_change_found,
  new: m.orders_change_new,
  'partly-filled': m.orders_change_partly_filled,
  filled: m.orders_change_filled,
  cancelled: m.orders_change_cancelled,
  ended: m.orders_change_ended,
  refused: m.orders_change_refused,
  status: m.orders_change_status,
  amended: m.orders_change_amended,
  gone: m.orders_change_gone,
  back: m.orders_change_back,
})

/** A change of an order as text. It includes the service's status if the kind of change alone is not clear. */
export function changeWords({ kind, status }: Pick<OrderChange, 'kind' | 'status'>): string {
  const needsStatus = kind === 'found' || kind === 'status' || kind === 'ended' || kind === 'refused'
  return needsStatus && status !== '' ? `${titles[kind]}: ${wordsOf(status, 'ORDER_STATUS_')}` : titles[kind]
}

/** The tone of a change's badge. */
export const changeTone = (kind: OrderChangeKind): 'neutral' | 'info' | 'gain' | 'warn' | 'error' =>
  kind === 'filled' || kind === 'partly-filled'
    ? 'gain'
    : kind === 'refused'
      ? 'error'
      : kind === 'gone' || kind === 'status'
        ? 'warn'
        : kind === 'new' || kind === 'back'
          ? 'info'
          : 'neutral'
