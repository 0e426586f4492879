import type { OrderChange, OrderChangeKind } from '../../shared/model/order/order.ts'
import { wordsOf } from '../lib/words/service-names.ts'

const titles: Readonly<Record<OrderChangeKind, string>> = {
  found: 'first seen',
  new: 'new',
  'partly-filled': 'partly filled',
  filled: 'filled',
  cancelled: 'cancelled',
  ended: 'ended',
  refused: 'rejected',
  status: 'status changed',
  amended: 'amended',
  gone: 'no longer listed',
  back: 'listed again',
}

/** A change of an order in words; includes the service's status if the kind of change alone is not clear. */
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
