import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClient } from '#shared/client.ts'
import { gatherNotices, type NoticeGroup, isSilent, silenceEndsInMs } from '#shared/text/alerts/gather-notices.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { useZones, zones } from '../../../fakes/time-zone.ts'
import { noticeRow } from '../../../renderer/fixtures/alerts.ts'
import { settings } from '../../../renderer/fixtures/data.ts'
import { fixtureTransport } from '../../../renderer/fixtures/transport.ts'

/** Starts the gathering; `raise` emits notices, and `shown` collects the notifications. */
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

test('a single notice is shown by itself and can be snoozed; notices that arrive together are shown as one', async () => {
  const { raise, shown, faults } = start({}, 5)
  await raise('n0')
  expect(shown).toMatchObject([{ ids: ['n0'], title: 'AAPL@XNGS at or above 225', ruleId: 'armed' }])
  await raise('n1', 'n2', 'n3')
  expect(shown).toHaveLength(2)
  expect(shown[1]).toMatchObject({ ids: ['n1', 'n2', 'n3'], title: '3 alerts', href: '#/alerts', ruleId: null })
  expect(faults).toEqual([])
})

test('nothing is shown in silent hours, with notifications off, or after the gathering stops', async () => {
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

test('a reading that fails after the gathering stopped is no fault: the data were closed meanwhile', async () => {
  const clock = new FakeClock()
  const faults: unknown[] = []
  const transport = fixtureTransport({
    'settings.read': () => {
      stop()
      throw new Error('closed')
    },
  })
  const stop = gatherNotices({
    client: createClient(transport),
    ...{ now: clock.now, after: clock.after, show: () => expect.fail('shown') },
    onFault: (error) => faults.push(error),
  })
  await clock.advance(3_000)
  await clock.advance(0)
  expect(faults).toEqual([])
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

test('after silent hours their notices are shown as one summary, only once, also after a restart', async () => {
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

test('a start after silent hours shows their summary', async () => {
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

const inZone = useZones()

test.each([
  ['22:00', '07:00', '23:30', true],
  ['22:00', '07:00', '07:00', false],
  ['22:00', '07:00', '06:59', true],
  ['09:00', '17:00', '12:00', true],
  ['09:00', '17:00', '08:59', false],
  ['09:00', '09:00', '09:00', false],
])('with silent hours from %s to %s, %s is silent: %s', (from, to, time, silent) => {
  const at = new Date(`2026-03-02T${time}:00`).getTime()
  expect(isSilent({ silentHours: { from, to } }, at)).toBe(silent)
  expect(isSilent({ silentHours: null }, at)).toBe(false)
})

test.each([
  ['22:00', '07:00', '23:30', 7.5],
  ['22:00', '07:00', '06:59', 1 / 60],
  ['22:00', '07:00', '07:00', 0],
  ['12:00', '13:00', '12:15', 0.75],
])('silent hours from %s to %s, at %s, last another %d hours', (from, to, time, hours) => {
  const at = new Date(`2026-03-02T${time}:00`).getTime()
  expect(silenceEndsInMs({ silentHours: { from, to } }, at)).toBe(Math.round(hours * 3_600_000))
  expect(silenceEndsInMs({ silentHours: null }, at)).toBe(0)
})

test('silent hours that end in a skipped hour end right after it; those that end in a repeated hour end twice', () => {
  inZone('Europe/Berlin')
  const silence = { silentHours: { from: '22:00', to: '02:30' } }
  const minutesLeft = (at: string): number => silenceEndsInMs(silence, Date.parse(at)) / 60_000
  expect(minutesLeft('2026-03-29T01:50:00+01:00')).toBe(10)
  expect(isSilent(silence, Date.parse('2026-03-29T03:10:00+02:00'))).toBe(false)
  expect(minutesLeft('2026-10-25T02:10:00+02:00')).toBe(20)
  expect(minutesLeft('2026-10-25T02:10:00+01:00')).toBe(20)
})

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
/** Instants in steps of half a minute around the days of clock changes. */
const moment = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-24', '2026-10-25', '2026-10-30', '2026-11-01'),
    fc.integer({ min: -2_880, max: 2_880 }),
  )
  .map(([date, halves]) => Date.parse(`${date}T00:00:00Z`) + halves * 30_000)

test.each(zones)('silent hours last without interruption until their end, in %s', (zone) => {
  inZone(zone)
  fc.assert(
    fc.property(time, time, moment, (from, to, now) => {
      const silence = { silentHours: { from, to } }
      const left = silenceEndsInMs(silence, now)
      expect(isSilent(silence, now + left)).toBe(false)
      const steps = Array.from({ length: Math.ceil(left / 60_000) }, (_, index) => now + index * 60_000)
      expect(steps.every((at) => isSilent(silence, at))).toBe(true)
      if (left > 0) expect(isSilent(silence, now + left - 1)).toBe(true)
    }),
  )
})
