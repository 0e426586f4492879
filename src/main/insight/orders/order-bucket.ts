import type { OrderBucket } from '#shared/model/order/list.ts'

const prefix = 'ORDER_STATUS_'
const buckets: Readonly<Record<Exclude<OrderBucket, 'needs-attention'>, readonly string[]>> = {
  filled: ['FILLED', 'EXECUTED', 'SL_EXECUTED', 'TP_EXECUTED'],
  ended: ['CANCELED', 'EXPIRED', 'REPLACED', 'DONE_FOR_DAY'],
  refused: ['REJECTED', 'FAILED', 'DENIED_BY_BROKER', 'REJECTED_BY_EXCHANGE'],
  working: [
    'NEW',
    'PENDING_NEW',
    'PARTIALLY_FILLED',
    'FORWARDING',
    'WAIT',
    'WATCHING',
    'LINK_WAIT',
    'PENDING_CANCEL',
    'SL_GUARD_TIME',
    'SL_FORWARDING',
    'TP_GUARD_TIME',
    'TP_CORRECTION',
    'TP_FORWARDING',
    'TP_CORR_GUARD_TIME',
  ],
}
const bucketOf = new Map(
  Object.entries(buckets).flatMap(([bucket, names]) => names.map((name) => [prefix + name, bucket as OrderBucket])),
)

/**
 * Returns the bucket of a status as the service sends it; `needs-attention` for an unknown status. Source: docs/service.md,
 * “Enumerations”.
 */
export const bucketOrder = (status: string): OrderBucket => bucketOf.get(status) ?? 'needs-attention'
