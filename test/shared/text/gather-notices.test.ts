import { expect, test } from 'vitest'
import { createClient } from '../../../src/shared/client.ts'
import { gatherNotices, type NoticeGroup } from '../../../src/shared/text/gather-notices.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { noticeRow } from '../../renderer/fixtures/alerts.ts'
import { settings } from '../../renderer/fixtures/data.ts'
import { fixtureTransport } from '../../renderer/fixtures/transport.ts'

/** Raises notices over the contract and collects what would be shown. */
function start(changes: Partial<typeof settings> = {}, count = 2) {
  const clock = new FakeClock()
  const rows = Array.from({ length: count }, (_, index) => noticeRow(`n${index}`)).toReversed()
  const transport = fixtureTransport({
    'settings.read': () => ({ ...settings, ...changes }),
    'notices.list': () => ({ rows, unread: rows.length }),
  })
  const shown: NoticeGroup[] = []
  const faults: unknown[] = []
  const stop = gatherNotices({
    client: createClient(transport),
    ...{ now: clock.now, after: clock.after },
    show: (group) => shown.push(group),
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

test('a single notice is shown by itself and can be snoozed; many that arrive together become one', async () => {
  const { raise, shown, faults } = start({}, 5)
  await raise('n0')
  expect(shown).toMatchObject([{ ids: ['n0'], title: 'AAPL@XNGS at or above 225', ruleId: 'armed' }])
  await raise('n1', 'n2', 'n3')
  expect(shown).toHaveLength(2)
  expect(shown[1]).toMatchObject({ ids: ['n1', 'n2', 'n3'], title: '3 alerts', href: '#/alerts', ruleId: null })
  expect(faults).toEqual([])
})

test('nothing is shown in silent hours, with notifications off, or after the end', async () => {
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

/** Silent hours in the night of 2 March, in local time. */
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
  const shown: NoticeGroup[] = []
  const startGathering = () =>
    gatherNotices({
      client: createClient(transport),
      ...{ now: clock.now, after: clock.after },
      show: (group) => shown.push(group),
      onFault: (error) => expect(error).toBeUndefined(),
    })
  const change = (changes: Partial<typeof settings>) => {
    stored = { ...stored, ...changes }
    transport.emit('settings.changed')
  }
  return { clock, shown, startGathering, transport, change }
}

test('notices of silent hours become one summary afterwards, only once, also across restarts', async () => {
  const { clock, shown, startGathering } = startAtNight(night('06:00'))
  const stop = startGathering()
  await clock.advance(59 * minuteMs)
  expect(shown).toEqual([])
  await clock.advance(10 * minuteMs)
  expect(shown).toMatchObject([{ title: '2 alerts during silent hours', ids: ['first', 'second'], href: '#/alerts' }])
  stop()
  startGathering()
  await clock.advance(60 * minuteMs)
  expect(shown).toHaveLength(1)
})

test('a start after silent hours still shows their summary', async () => {
  const { clock, shown, startGathering } = startAtNight(night('08:30'))
  startGathering()
  await clock.advance(minuteMs)
  expect(shown).toMatchObject([{ title: '2 alerts during silent hours' }])
})

test('switching silent hours off shows the held notices at once', async () => {
  const { clock, shown, startGathering, transport, change } = startAtNight(night('03:30'))
  startGathering()
  transport.emit('notice.raised', { id: 'second' })
  await clock.advance(minuteMs)
  expect(shown).toEqual([])
  change({ silentHours: null })
  await clock.advance(minuteMs)
  expect(shown).toMatchObject([{ title: '1 alert during silent hours', ids: ['second'] }])
})
