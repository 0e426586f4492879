import type { Handlers } from '#main/api/dispatch.ts'
import type { EventBus } from '#main/api/events.ts'
import type { Client } from '#shared/client.ts'
import type { Decimal } from '#shared/decimal.ts'

// Compiled but never run: `tsc` reports each expected error that is missing.
declare const client: Client
declare const bus: EventBus

export async function misuses(): Promise<void> {
  const accounts = await client.call('accounts.list')
  accounts[0]?.equity satisfies Decimal | null | undefined
  // @ts-expect-error no such method
  await client.call('accounts.lst')
  // @ts-expect-error parameters missing
  await client.call('positions.list')
  // @ts-expect-error a parameter of the wrong type
  await client.call('positions.list', { accountId: 1 })
  // @ts-expect-error one parameter too many
  await client.call('positions.list', { accountId: null, extra: true })
  // @ts-expect-error takes no parameters
  await client.call('accounts.list', {})
  // @ts-expect-error not one of the values
  await client.call('allocation.read', { accountId: null, by: 'colour' })
  // @ts-expect-error plain text is not a Decimal
  accounts[0]?.equity satisfies '1' | undefined
  // @ts-expect-error a float is not a Decimal
  1.5 satisfies Decimal

  client.on('accounts.changed', ({ accountId }) => accountId satisfies string)
  // @ts-expect-error no such topic
  client.on('accounts.changd', () => undefined)
  // @ts-expect-error has no payload
  client.on('settings.changed', ({ settings }) => settings)

  bus.publish('settings.changed')
  // @ts-expect-error payload missing
  bus.publish('accounts.changed')
  // @ts-expect-error a topic carries no data
  bus.publish('accounts.changed', { accountId: 'a', equity: '1' })
}

// @ts-expect-error handlers are missing
export const incomplete: Handlers = { 'accounts.list': () => [] }
