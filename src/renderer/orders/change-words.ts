import type { OrderChange, OrderChangeKind } from '../../shared/model/order-history.ts'
import { wordsOf } from '../lib/words.ts'

const titles: Readonly<Record<OrderChangeKind, string>> = {
  found: 'already there',
  new: 'new',
  'partly-filled': 'partly filled',
  filled: 'filled',
  cancelled: 'cancelled',
  ended: 'ended',
  refused: 'refused',
  status: 'changed its status',
  amended: 'changed its terms',
  gone: 'no longer in the list',
  back: 'in the list again',
}

/** What happened to an order, in words; the service's own status where the kind alone does not say it. */
export function changeWords({ kind, status }: Pick<OrderChange, 'kind' | 'status'>): string {
  const isOpen = kind === 'found' || kind === 'status' || kind === 'ended' || kind === 'refused'
  return isOpen && status !== '' ? `${titles[kind]}: ${wordsOf(status, 'ORDER_STATUS_')}` : titles[kind]
}

/** How much a change asks for attention. */
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
