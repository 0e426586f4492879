import { expect, test } from 'vitest'
import { bucketOrder } from '#main/insight/orders/order-bucket.ts'

/** Every status of the field notes by bucket. */
const notes = {
  filled: 'FILLED EXECUTED SL_EXECUTED TP_EXECUTED',
  ended: 'CANCELED EXPIRED REPLACED DONE_FOR_DAY',
  refused: 'REJECTED FAILED DENIED_BY_BROKER REJECTED_BY_EXCHANGE',
  working:
    'NEW PENDING_NEW PARTIALLY_FILLED FORWARDING WAIT WATCHING LINK_WAIT PENDING_CANCEL SL_GUARD_TIME SL_FORWARDING TP_GUARD_TIME TP_CORRECTION TP_FORWARDING TP_CORR_GUARD_TIME',
  'needs-attention': 'SUSPENDED DISABLED UNSPECIFIED',
}
const cases = Object.entries(notes).flatMap(([bucket, names]) =>
  names.split(' ').map((name) => [name, bucket] as const),
)

test('the field notes list 29 statuses', () => expect(cases).toHaveLength(29))

test.each(cases)('%s belongs to the bucket %s', (name, bucket) =>
  expect(bucketOrder(`ORDER_STATUS_${name}`)).toBe(bucket),
)

test.each(['', 'FILLED', 'ORDER_STATUS_', 'ORDER_STATUS_NEWER', 'toString', '__proto__', 'order_status_new'])(
  'an unknown status needs attention: %j',
  (status) => expect(bucketOrder(status)).toBe('needs-attention'),
)
