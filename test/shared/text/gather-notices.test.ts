import { expect, test } from 'vitest'
import { createClient } from '../../src/shared/client.ts'
import { gatherNotices, type Gathered } from '../../src/shared/gather-notices.ts'
import { FakeClock } from '../fakes/clock.ts'
import { noticeRow } from '../renderer/fixtures/alerts.ts'
import { settings } from '../renderer/fixtures/data.ts'
import { fixtureTransport } from '../renderer/fixtures/transport.ts'

/** Notices raised over the contract, and what the system would show. */
function start(changes: Partial<typeof settings> = {}, count = 2) {
  const clock = new FakeClock()
  const rows = Array.from({ length: count }, (_, index) => noticeRow(`n${index}`)).toReversed()
  const transport = fixtureTransport({
    'settings.read': () => ({ ...settings, ...changes }),
    'notices.list': () => ({ rows, unread: rows.length }),
  })
  const shown: Gathered[] = []
  const faults: unknown[] = []
  const stop = gatherNotices({
    client: createClient(transport),
    ...{ now: clock.now, after: clock.after },
    show: (one) => shown.push(one),
    onFault: (error) => faults.push(error),
  })
  const raise = async (...ids: readonly string[]) => {
    for (const id of ids) transport.emit('notice.raised', { id })
    await clock.advance(3_000)
    await clock.advance(0)
    await clock.advance(0)
  }
  return { raise, shown, faults, stop, transport }
}

test('one notice is shown as it is, and can be snoozed; many that come together are one', async () => {
  const { raise, shown, faults } = start({}, 5)
  await raise('n0')
  expect(shown).toMatchObject([{ ids: ['n0'], title: 'AAPL@XNGS at or above 225', ruleId: 'armed' }])
  await raise('n1', 'n2', 'n3')
  expect(shown).toHaveLength(2)
  expect(shown[1]).toMatchObject({ ids: ['n1', 'n2', 'n3'], title: '3 alerts', href: '#/alerts', ruleId: null })
  expect(faults).toEqual([])
})

test('nothing is shown in silent hours, nor where notices are off, nor after the end', async () => {
  const allDay = start({ silentHours: { from: '00:00', to: '23:59' } })
  await allDay.raise('n0')
  const off = start({ notifies: false })
  await off.raise('n0')
  const ended = start()
  ended.stop()
  await ended.raise('n0')
  expect([allDay.shown, off.shown, ended.shown]).toEqual([[], [], []])
  expect(ended.transport.listening('notice.raised')).toBe(0)
})

/** A night's silence around the fake clock's 2 March, in the time zone of this computer. */
const silentHours = { from: '22:00', to: '07:00' }
const night = (time: string): number => new Date(`2026-03-02T${time}:00`).getTime()
const minuteMs = 60_000

function startAtNight(at: number) {
  const clock = new FakeClock(at)
  let stored: typeof settings = { ...settings, silentHours, hideAmounts: true }
  const rows = [
    noticeRow('read', { at: night('03:00'), readAt: night('03:01') }),
    noticeRow('second', { at: night('02:00') }),
    noticeRow('first', { at: night('01:00') }),
    noticeRow('by day', { at: night('00:00') - 4 * 60 * minuteMs }),
  ]
  const transport = fixtureTransport({
    'settings.read': () => stored,
    'settings.write': (changes) => (stored = Object.assign({}, stored, changes)),
    'notices.list': () => ({ rows, unread: 3 }),
  })
  const shown: Gathered[] = []
  const begin = () =>
    gatherNotices({
      client: createClient(transport),
      ...{ now: clock.now, after: clock.after },
      show: (one) => shown.push(one),
      onFault: (error) => expect(error).toBeUndefined(),
    })
  const change = (changes: Partial<typeof settings>) => {
    stored = { ...stored, ...changes }
    transport.emit('settings.changed')
  }
  return { clock, shown, begin, transport, change }
}

test('what came in silent hours is one summary after them, once, over restarts', async () => {
  const { clock, shown, begin } = startAtNight(night('06:00'))
  const stop = begin()
  await clock.advance(59 * minuteMs)
  expect(shown).toEqual([])
  await clock.advance(10 * minuteMs)
  expect(shown).toMatchObject([{ title: '2 alerts in silent hours', ids: ['first', 'second'], href: '#/alerts' }])
  stop()
  begin()
  await clock.advance(60 * minuteMs)
  expect(shown).toHaveLength(1)
})

test('a start after the silent hours still tells what came in them', async () => {
  const { clock, shown, begin } = startAtNight(night('08:30'))
  begin()
  await clock.advance(minuteMs)
  expect(shown).toMatchObject([{ title: '2 alerts in silent hours' }])
})

test('a silence that is switched off tells at once what it held back', async () => {
  const { clock, shown, begin, transport, change } = startAtNight(night('03:30'))
  begin()
  transport.emit('notice.raised', { id: 'second' })
  await clock.advance(minuteMs)
  expect(shown).toEqual([])
  change({ silentHours: null })
  await clock.advance(minuteMs)
  expect(shown).toMatchObject([{ title: 'One alert in silent hours', ids: ['second'] }])
})
