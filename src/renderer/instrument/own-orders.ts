import type { OrderRow } from '../../shared/model/order-list.ts'

/** Orders that name the symbol, in a leg too: what works or needs a look first, then the latest. */
export const ordersOf = (orders: readonly OrderRow[], symbol: string): readonly OrderRow[] =>
  orders
    .filter(
      ({ order: { body, stopLossTakeProfit } }) =>
        body?.symbol === symbol ||
        stopLossTakeProfit?.symbol === symbol ||
        (body?.legs.some((leg) => leg.symbol === symbol) ?? false),
    )
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || timeOf(b) - timeOf(a))

/** Whether something can still come of it. */
export const isOpen = ({ bucket }: OrderRow): boolean => bucket === 'working' || bucket === 'needs-look'

const timeOf = ({ order }: OrderRow): number => order.transactAt ?? order.acceptAt ?? 0
