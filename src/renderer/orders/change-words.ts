import type { OrderChange, OrderChangeKind } from '../../shared/model/order/history.ts'
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

/** A change of an order in words; with the status of the service where the kind of change alone does not say it. */
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
