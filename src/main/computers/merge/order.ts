import { z } from 'zod'
import { parseJson } from '../../journal/shared/content.ts'
import type { Heads } from './heads.ts'

const Order = z.array(z.string())

/** A stored order; empty for one that cannot be parsed. */
export function readOrder(value: string | null): readonly string[] {
  const parsed = Order.safeParse(value === null ? undefined : parseJson(value))
  return parsed.success ? [...new Set(parsed.data)] : []
}

/** Whether the orders place their common members differently. Two computers that each added one member do not conflict. */
export function areAtOdds(heads: Heads): boolean {
  const orders = heads.flatMap(({ value }) => (value === null ? [] : [readOrder(value)]))
  const inAll = (member: string): boolean => orders.every((order) => order.includes(member))
  const common = new Set(orders.map((order) => JSON.stringify(order.filter(inAll))))
  return common.size > 1
}

/**
 * Merges all orders into the first one. A member that the first order lacks is placed after its predecessor in its own order.
 */
export function mergeOrders(heads: Heads): readonly string[] {
  const [first = [], ...others] = heads.map(({ value }) => readOrder(value))
  return others.reduce(mergeInto, first)
}

function mergeInto(merged: readonly string[], order: readonly string[]): readonly string[] {
  const result = [...merged]
  for (const [index, member] of order.entries()) {
    if (result.includes(member)) continue
    const before = index === 0 ? -1 : result.indexOf(order[index - 1] ?? '')
    result.splice(before + 1, 0, member)
  }
  return result
}

/** The members in this order. Members that the order does not contain come last, sorted by name. */
export function placed(order: readonly string[], members: readonly string[]): string[] {
  const present = new Set(members)
  const named = new Set(order)
  return [
    ...order.filter((member) => present.has(member)),
    ...members.filter((member) => !named.has(member)).toSorted(),
  ]
}
