import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { CancelState } from '#shared/model/order/cancel.ts'
import type { Order } from '#shared/model/order/order.ts'
import type { Broker } from '../broker/broker.ts'
import { bucketOrder } from '../insight/orders/order-bucket.ts'

/** Why an order cannot be cancelled; `null` when it can. */
export function obstacleTo(order: Order | null, isInProgress: boolean): string | null {
  if (isInProgress) return m.errors_its_cancellation_is_in_progress()
  if (order === null) return m.errors_it_is_no_longer_in_the_list()
  if (order.status === 'ORDER_STATUS_PENDING_CANCEL') return m.errors_the_service_is_already_cancelling_it()
  const bucket = bucketOrder(order.status)
  if (bucket === 'filled') return m.errors_it_has_been_executed()
  if (bucket === 'refused') return m.errors_it_was_refused()
  return bucket === 'ended' ? m.errors_it_has_ended() : null
}

/** Whether an attempt to cancel is in progress. */
export const isInProgress = (state: CancelState | null): boolean =>
  state === 'asked' || state === 'sent' || state === 'checking' || state === 'unknown'

/** The accounts of the token, read from the service when they are unknown. Throws `invalid` for a read-only token. */
export async function ensureMayTrade(
  broker: Pick<Broker, 'session' | 'renewSession'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const session = broker.session() ?? (await broker.renewSession({ purpose: 'user', signal }))
  if (session.isReadOnly) throw new AppError('invalid', m.errors_this_token_is_read_only_it_cannot)
  return session.accountIds
}
