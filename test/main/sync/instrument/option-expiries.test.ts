import { expect, test } from 'vitest'
import { nextProbe, type KnownExpiries } from '#main/sync/instrument/option-expiries.ts'

/** Searches until the end, with a service that has these expiries. Returns the probes and the found expiries. */
function search(respond: (date: string) => readonly string[], nearest: string | null = '2026-03-06') {
  let known: KnownExpiries = {
    since: '2026-03-02',
    nearest,
    isWhole: false,
    expiries: nearest === null ? [] : [nearest],
    probes: [],
  }
  for (let requestCount = 0; requestCount < 50; requestCount++) {
    const date = nextProbe(known)
    if (date === null) return { probes: known.probes.map((probe) => probe.date), expiries: known.expiries.toSorted() }
    const found = [...respond(date)]
    known = {
      ...known,
      probes: [...known.probes, { date, found }],
      expiries: [...new Set([...known.expiries, ...found])],
    }
  }
  throw new Error('the search does not end')
}

const listed = ['2026-03-06', '2026-03-13', '2026-03-20', '2026-04-17', '2026-06-19', '2027-01-15']

test('if the service accepts a month as all its days, it is probed month by month, then for the whole next year', () => {
  const { probes, expiries } = search((date) => listed.filter((expiry) => expiry.startsWith(date)))
  expect(probes).toEqual(['2026-04', '2026-03', '2026-05', '2026-06', '2026-07', '2026-08', '2027'])
  expect(expiries).toEqual(listed)
})

test('a service that accepts only days is probed for the days on which options usually expire', () => {
  const { probes, expiries } = search((date) => listed.filter((expiry) => expiry === date))
  expect(probes.length).toBeLessThanOrEqual(12)
  expect(expiries).toEqual(listed.filter((expiry) => expiry < '2026-09'))
})

test.each([
  ['ignores the date and responds with the nearest', () => ['2026-03-06']],
  ['interprets a month as its first day', (date: string) => (date.length === 7 ? [`${date}-01`] : [])],
  ['has no further expiries', () => []],
])('with a service that %s the search ends, and months are not assumed to work', (_, respond) => {
  const { probes } = search(respond)
  expect(probes.filter((date) => date.length < 10)).toEqual(['2026-04'])
  expect(probes.length).toBeLessThanOrEqual(12)
})

test('the months continue across the end of a year', () => {
  const { probes } = search((date) => (date === '2027-01' ? ['2027-01-15'] : []), '2026-12-18')
  expect(probes).toEqual(['2027-01', '2026-12', '2027-02', '2027-03', '2027-04', '2027-05', '2027'])
})

test('the usual day of a month is the same weekday in its third week', () => {
  const { probes } = search(() => [], '2026-03-04')
  expect(probes).toEqual([
    '2026-04',
    ...['2026-03-11', '2026-03-18', '2026-03-25', '2026-04-01'],
    ...['2026-04-15', '2026-05-20', '2026-06-17', '2026-07-15', '2026-08-19'],
  ])
})

test.each([null, '2026', '2026-03'])('with %s as the nearest expiry there is no search', (nearest) => {
  expect(search(() => [], nearest).probes).toEqual([])
})

test('a response with several expiries to a request without a date is complete: there is no search', () => {
  const expiries = ['2026-03-06', '2026-03-13']
  expect(nextProbe({ since: '2026-03-02', nearest: '2026-03-06', isWhole: true, expiries, probes: [] })).toBeNull()
})
