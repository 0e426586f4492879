import { z } from 'zod'
import { parseJson } from '../../journal/shared/content.ts'
import type { Heads } from './heads.ts'

const Order = z.array(z.string())

/** An order as it was written; empty for one that cannot be read. */
export function readOrder(value: string | null): readonly string[] {
  const parsed = Order.safeParse(value === null ? undefined : parseJson(value))
  return parsed.success ? [...new Set(parsed.data)] : []
}

/** Whether orders of the same members contradict each other: two computers that each added one do not. */
export function areAtOdds(heads: Heads): boolean {
  const orders = heads.flatMap(({ value }) => (value === null ? [] : [readOrder(value)]))
  const inAll = (member: string): boolean => orders.every((order) => order.includes(member))
  const common = new Set(orders.map((order) => JSON.stringify(order.filter(inAll))))
  return common.size > 1
}

/** One order of all: the first one, in which a member that only others have follows the member that it follows there. */
export function mergeOrders(heads: Heads): readonly string[] {
  const [first = [], ...others] = heads.map(({ value }) => readOrder(value))
  return others.reduce(mergeInto, first)
}

function mergeInto(merged: readonly string[], other: readonly string[]): readonly string[] {
  const result = [...merged]
  for (const [index, member] of other.entries()) {
    if (result.includes(member)) continue
    const before = index === 0 ? -1 : result.indexOf(other[index - 1] ?? '')
    result.splice(before + 1, 0, member)
  }
  return result
}

/** The members in this order; those that it does not name come last, by name. */
export function placed(order: readonly string[], members: readonly string[]): string[] {
  const present = new Set(members)
  const named = new Set(order)
  return [
    ...order.filter((member) => present.has(member)),
    ...members.filter((member) => !named.has(member)).toSorted(),
  ]
}
