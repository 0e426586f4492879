import { expect, test } from 'vitest'
import { decodeBody } from '#main/broker/decoder.ts'
import type { EndpointName, Inputs } from '#main/broker/endpoints.ts'
import { noteAbsent, noteUnknownValue, noteUnreadable, observe, type Observed } from '#main/broker/wire/observed.ts'

function notesOf(work: () => unknown): Observed {
  let noted: Observed | null = null
  try {
    observe(work, (observed) => (noted = observed))
  } catch {
    // The notes arrive although decoding failed.
  }
  if (noted === null) throw new Error('No notes arrived')
  return noted
}

const notesOfAnswer = <N extends EndpointName>(name: N, json: unknown, input: Inputs[N]): Observed =>
  notesOf(() => decodeBody(name, new TextEncoder().encode(JSON.stringify(json)), input))

test('what is noted while a response is decoded comes with the result, each path once, without places in lists', () => {
  const observed = notesOf(() => {
    noteUnreadable('events[0].value')
    noteUnreadable('events[7].value')
    noteAbsent('quote_currency')
    noteUnknownValue('sessionType', 'NIGHT_AUCTION')
  })
  expect(observed).toEqual({
    unreadable: ['events[*].value'],
    absent: ['quote_currency'],
    unknownValues: [{ enumeration: 'sessionType', value: 'NIGHT_AUCTION' }],
  })
})

test('a note outside of a decoding is not added to the next one', () => {
  noteAbsent('quote_currency')
  expect(notesOf(() => null).absent).toEqual([])
})

test('a value that is no name, such as an account number or a sentence, is not kept', () => {
  const observed = notesOf(() => {
    noteUnknownValue('accountType', '1900001')
    noteUnknownValue('accountType', 'x'.repeat(300))
    noteUnknownValue('accountType', 'Ivan Petrov')
  })
  expect(observed.unknownValues).toEqual([{ enumeration: 'accountType', value: '…' }])
})

test('a row that cannot be read is noted by its path', () => {
  const answer = { events: [{ date: { year: 2020, month: 13, day: 1 }, type: 'COUPON' }] }
  const { unreadable } = notesOfAnswer('listPastBondEvents', answer, { symbol: 'A@B' })
  expect(unreadable).toEqual(['events[*].date'])
})

test('the field that makes a whole answer unreadable is noted', () => {
  const { unreadable } = notesOfAnswer('getAsset', { ticker: 'A', mic: 'B', min_step: 'many' }, { symbol: 'A@B' })
  expect(unreadable).toEqual(['min_step'])
})

test('a value that an enumeration never had is noted, and a known one is not', () => {
  const interval = { start_time: '2026-03-31T07:00:00Z', end_time: '2026-03-31T08:00:00Z' }
  const sessions = ['CLOSING_AUCTION', 'NIGHT_TRADING'].map((type) => ({ type, interval }))
  const { unknownValues } = notesOfAnswer('getSchedule', { symbol: 'A@B', sessions }, { symbol: 'A@B' })
  expect(unknownValues).toEqual([{ enumeration: 'sessionType', value: 'NIGHT_TRADING' }])
})

test('a bond without face value and maturity is noted as such, and a share without them is not', () => {
  const absentIn = (type: string) =>
    notesOfAnswer('getAsset', { ticker: 'A', mic: 'B', type, quote_currency: 'RUB' }, { symbol: 'A@B' }).absent
  expect(absentIn('BONDS')).toEqual(['bond_details.bond_face_value', 'expiration_date'])
  expect(absentIn('EQUITIES')).toEqual([])
})
