import { expect, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'

function listen() {
  const bus = new EventBus()
  const received: [string, unknown][] = []
  const stop = bus.listen((topic, payload) => received.push([topic, payload]))
  return { bus, received, stop }
}

test('every listener receives every topic until it is removed', () => {
  const { bus, received, stop } = listen()
  const secondListener: string[] = []
  bus.listen((topic) => secondListener.push(topic))
  bus.publish('settings.changed')
  stop()
  bus.publish('accounts.changed', { accountId: 'a' })
  expect(received).toEqual([['settings.changed', undefined]])
  expect(secondListener).toEqual(['settings.changed', 'accounts.changed'])
})

test('a payload is reduced to the fields of the contract', () => {
  const { bus, received } = listen()
  const leaky = { accountId: 'a', equity: '1000', token: 'T0KEN' }
  bus.publish('accounts.changed', leaky)
  expect(received).toEqual([['accounts.changed', { accountId: 'a' }]])
})

test('a payload that violates the contract reaches no listener', () => {
  const { bus, received } = listen()
  expect(() => bus.publish('accounts.changed', { accountId: 5 } as never)).toThrow()
  expect(() => bus.publish('settings.changed', ...([{ theme: 'dark' }] as unknown as []))).toThrow()
  expect(received).toEqual([])
})

test('the events of a profile reach its listeners and those of the host, but not those of another profile', () => {
  const { bus: host, received } = listen()
  const [first, second] = [new EventBus(host), new EventBus(host)]
  const own: string[] = []
  first.listen((topic) => own.push(topic))
  first.publish('jobs.changed')
  second.publish('orders.changed', { accountId: 'a' })
  host.publish('settings.changed')
  expect(own).toEqual(['jobs.changed'])
  expect(received.map(([topic]) => topic)).toEqual(['jobs.changed', 'orders.changed', 'settings.changed'])
})
