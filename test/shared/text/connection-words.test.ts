import { expect, test } from 'vitest'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import { describeHold, describeConnection } from '#shared/text/connection-words.ts'
import { createFormat } from '#shared/text/format.ts'
import { connection, day, hour, second } from '../../renderer/fixtures/data.ts'

const now = new Date(2026, 2, 2, 14, 30).getTime()
const format = createFormat({ locale: 'en-GB' })
const textOf = (state: Partial<ConnectionState>) =>
  describeConnection({ ...connection(now), ...state }, now, format).text.replaceAll('\u00a0', ' ')

test('live shows the age of the last response', () => {
  expect(textOf({ lastResponseAt: now - 12 * second })).toBe('live · 12 s')
  expect(textOf({ lastResponseAt: null })).toBe('live')
})

test('a closed market shows when it opens, if known', () => {
  const closed = { open: 0, closed: 5, unknown: 0, nextOpenAt: now + 3 * hour }
  expect(textOf({ market: closed })).toBe('market closed, opens in 3 h')
  expect(textOf({ market: { ...closed, nextOpenAt: null } })).toBe('market closed')
  expect(textOf({ market: { ...closed, nextOpenAt: now - hour } })).toBe('market closed')
})

test('a market that may be open is not called closed', () => {
  expect(textOf({ market: { open: 0, closed: 5, unknown: 1, nextOpenAt: null } })).toMatch(/^live/)
  expect(textOf({ market: { open: 0, closed: 0, unknown: 0, nextOpenAt: null } })).toMatch(/^live/)
})

test('offline shows its start, with the date if it is another day', () => {
  expect(textOf({ phase: 'offline', since: new Date(2026, 2, 2, 14, 2).getTime() })).toBe('offline since 14:02')
  expect(textOf({ phase: 'offline', since: now - 2 * day })).toBe('offline since 28 Feb 2026, 14:30')
})

test('the other phases and the unknown state have texts', () => {
  expect(['starting', 'signed-out', 'paused'].map((phase) => textOf({ phase: phase as 'starting' }))).toEqual([
    'connecting',
    'signed out',
    'paused',
  ])
  expect(textOf({ phase: 'trouble', since: now - hour })).toBe('error since 13:30')
  expect(describeConnection(undefined, now, format).text).toBe('starting')
})

test('a hold shows how often it failed and the next attempt', () => {
  const hold = { reason: 'secret-refused', times: 3, nextTryAt: new Date(2026, 2, 2, 14, 50).getTime() } as const
  expect(describeHold(hold, now, format)).toBe('The service refused the secret 3 times; next try at 14:50')
  expect(describeHold({ ...hold, reason: 'no-keychain', times: 1, nextTryAt: now + day }, now, format)).toBe(
    'The secret could not be read once; next try at 3 Mar 2026, 14:30',
  )
  expect(describeHold({ ...hold, nextTryAt: now }, now, format)).toMatch(/next try now$/)
})

test('the detail of an error contains its message', () => {
  const words = describeConnection(
    { ...connection(now), phase: 'trouble', message: 'The service answers 500.' },
    now,
    format,
  )
  expect(words.detail).toContain('The service answers 500.')
})
