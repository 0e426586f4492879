import { z } from 'zod'
import { AccountId, Decimal, Instant } from '../values.ts'

/** In pieces; `null` means not reported. */
const quantity = Decimal.nullable()
const price = Decimal.nullable()

export const OrderLeg = z.object({ symbol: z.string(), quantity, side: z.string() })
export type OrderLeg = z.infer<typeof OrderLeg>

/** The body of an ordinary order. Enumerations are kept as sent, including unknown names. */
export const OrderBody = z.object({
  /** Empty for an order that consists only of legs. */
  symbol: z.string().max(128),
  quantity,
  side: z.string(),
  type: z.string(),
  timeInForce: z.string(),
  limitPrice: price,
  stopPrice: price,
  stopCondition: z.string(),
  legs: z.array(OrderLeg),
  clientOrderId: z.string(),
  validBefore: z.string(),
  comment: z.string(),
})
export type OrderBody = z.infer<typeof OrderBody>

/** The body of a stop-loss/take-profit order. */
export const StopLossTakeProfit = z.object({
  symbol: z.string().max(128),
  side: z.string(),
  stopLossQuantity: quantity,
  stopLossPrice: price,
  limitPrice: price,
  takeProfitQuantity: quantity,
  takeProfitPrice: price,
  takeProfitGuardSpread: price,
  takeProfitSpreadMeasure: z.string(),
  clientOrderId: z.string(),
  validBefore: z.string(),
  validUntil: Instant.nullable(),
  comment: z.string(),
})
export type StopLossTakeProfit = z.infer<typeof StopLossTakeProfit>

/** An order and its state. It has no execution price: the service reports only limit and stop prices. */
export const Order = z.object({
  id: z.string(),
  execId: z.string(),
  accountId: AccountId,
  /** ORDER_STATUS_… as sent. */
  status: z.string(),
  body: OrderBody.nullable(),
  stopLossTakeProfit: StopLossTakeProfit.nullable(),
  transactAt: Instant.nullable(),
  acceptAt: Instant.nullable(),
  withdrawAt: Instant.nullable(),
  initialQuantity: quantity,
  executedQuantity: quantity,
  remainingQuantity: quantity,
})
export type Order = z.infer<typeof Order>
