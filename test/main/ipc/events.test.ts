import { expect, test } from 'vitest'
import { EventBus } from '../../../src/main/ipc/events.ts'

function listen() {
  const bus = new EventBus()
  const heard: [string, unknown][] = []
  const stop = bus.listen((topic, payload) => heard.push([topic, payload]))
  return { bus, heard, stop }
}

test('every listener hears every topic until it stops', () => {
  const { bus, heard, stop } = listen()
  const other: string[] = []
  bus.listen((topic) => other.push(topic))
  bus.publish('settings.changed')
  stop()
  bus.publish('accounts.changed', { accountId: 'a' })
  expect(heard).toEqual([['settings.changed', undefined]])
  expect(other).toEqual(['settings.changed', 'accounts.changed'])
})

test('a payload is cut to what the contract names', () => {
  const { bus, heard } = listen()
  const leaky = { accountId: 'a', equity: '1000', token: 'T0KEN' }
  bus.publish('accounts.changed', leaky)
  expect(heard).toEqual([['accounts.changed', { accountId: 'a' }]])
})

test('a payload that breaks the contract reaches nobody', () => {
  const { bus, heard } = listen()
  expect(() => bus.publish('accounts.changed', { accountId: 5 } as never)).toThrow()
  expect(() => bus.publish('settings.changed', ...([{ theme: 'dark' }] as unknown as []))).toThrow()
  expect(heard).toEqual([])
})
