import { m } from '#shared/messages/messages.js'
import { OrderBucket, type OrderRow } from '#shared/model/order/list.ts'
import type { Order } from '#shared/model/order/order.ts'
import { sideWords } from '#shared/text/codes/order-titles.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { accountOption } from '../command/options.ts'
import { groupWords, legWords, orderTypeWords, statusWords, stopLossTakeProfit } from '../output/code-words.ts'
import { amount, code, detail, figure, key, text, time, type Column } from '../output/column.ts'

/** The fields that ordinary and protective orders have in common. */
const bodyOf = ({ body, stopLossTakeProfit }: Order) => body ?? stopLossTakeProfit

const columns: readonly Column<OrderRow>[] = [
  key('account', ({ order }) => order.accountId),
  detail(key('id', ({ order }) => order.id)),
  code('group', ({ bucket }) => bucket, groupWords),
  detail(code('status', ({ order }) => order.status, statusWords)),
  key('symbol', ({ order }) => bodyOf(order)?.symbol ?? null),
  text('instrument', ({ name }) => name),
  code('side', ({ order }) => bodyOf(order)?.side ?? null, sideWords),
  detail(
    code(
      'type',
      ({ order }) => order.body?.type ?? (order.stopLossTakeProfit === null ? null : stopLossTakeProfit),
      orderTypeWords,
    ),
  ),
  figure('limit_price', ({ order }) => bodyOf(order)?.limitPrice ?? null),
  detail(figure('stop_price', ({ order }) => order.body?.stopPrice ?? order.stopLossTakeProfit?.stopLossPrice ?? null)),
  detail(figure('take_profit_price', ({ order }) => order.stopLossTakeProfit?.takeProfitPrice ?? null)),
  detail(amount('initial', ({ order }) => order.initialQuantity)),
  amount('executed', ({ order }) => order.executedQuantity),
  amount('remaining', ({ order }) => order.remainingQuantity),
  detail(
    code(
      'legs',
      ({ order }) => order.body?.legs.map(({ symbol, side }) => `${side} ${symbol}`).join(', ') ?? '',
      legWords,
    ),
  ),
  detail(time('accepted', ({ order }) => order.acceptAt)),
  detail(time('updated', ({ fetchedAt }) => fetchedAt)),
]

export const orders: Command = {
  name: 'orders',
  summary: m.cli_orders,
  needs: ['listOrders'],
  options: [
    accountOption,
    { name: 'group', value: 'GROUP', words: () => OrderBucket.options.join(', '), choices: OrderBucket.options },
  ],
  examples: ['orders --group working', 'orders --format json'],
  run,
}

async function run({ values, reading, output }: Call) {
  const accountId = values.text('account')
  const group = values.text('group')
  for (const read of await reading.call('orders.readTimes', { accountId }))
    if (read.fetchedAt === null) output.remark(m.cli_orders_never_read({ accountId: read.accountId }))
  const rows = await reading.call('orders.list', { accountId })
  await output.rows(columns, [rows.filter(({ bucket }) => group === null || bucket === group)], m.cli_no_orders)
  return exitCodes.fine
}
