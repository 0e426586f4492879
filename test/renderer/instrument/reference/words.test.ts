import { expect, test } from 'vitest'
import { sectionsOf } from '#renderer/instrument/page/sections.ts'
import {
  detailFacts,
  priceStep,
  availabilityWords,
  priceTypeWords,
} from '#renderer/instrument/reference/detail-facts.ts'
import { bondEventLines, dividendLines, splitAtToday, splitLines } from '#renderer/instrument/reference/event-lines.ts'
import { filterConstituents, unknownSector, sectorsOf } from '#renderer/instrument/reference/sectors.ts'
import { createFormat } from '#shared/text/format.ts'
import { dec } from '../../fixtures/data.ts'
import { details } from '../../fixtures/instrument.ts'

const format = createFormat({ locale: 'en-GB' })

test('availability and price types are written in words; unknown names stay recognisable, missing names are "—"', () => {
  expect(availabilityWords({ value: 'HTB', haltedDays: 2 })).toBe('Hard to borrow, halted for 2 days')
  expect(availabilityWords({ value: 'AVAILABLE', haltedDays: 0 })).toBe('Available')
  expect(availabilityWords({ value: 'ON_TUESDAYS', haltedDays: 1 })).toBe('On tuesdays, halted for 1 day')
  expect(availabilityWords(null)).toBe('—')
  expect([priceTypeWords('ANY'), priceTypeWords('ODD'), priceTypeWords(null)]).toEqual([
    'any, including negative',
    'Odd',
    '—',
  ])
})

test('the price step is in units of the last decimal', () => {
  expect(priceStep(dec('5'), 3)).toBe('0.005')
  expect(priceStep(dec('10'), 0)).toBe('10')
  expect(priceStep(null, 2)).toBeNull()
  expect(priceStep(dec('1'), null)).toBeNull()
})

test('reference data always lists the common fields, and optional fields only when they are reported', () => {
  const facts = (changes: Parameters<typeof details>[1]) =>
    Object.fromEntries(
      detailFacts(details('X@XNYS', changes), format, Date.UTC(2026, 10, 20, 12)).map(({ title, text }) => [
        title,
        text,
      ]),
    )
  expect(facts({ lotSize: null, decimals: null })).toMatchObject({ Lot: '—', Decimals: '—', 'Price step': '—' })
  expect(facts({})).not.toHaveProperty('Strike')
  expect(facts({ strike: dec('225.5'), expirationDate: '2027-01-15' })).toMatchObject({
    Strike: '225.5',
    Expires: '15 Jan 2027 · 56\u00a0d',
  })
  expect(facts({ expirationDate: '2026-11-20' })).toMatchObject({ Expires: '20 Nov 2026 · today' })
  expect(facts({ expirationDate: '2026-11-19' })).toMatchObject({ Expires: '19 Nov 2026 · expired' })
  expect(facts({ type: 'BONDS', expirationDate: '2026-11-19' })).not.toHaveProperty('Expires')
  expect(facts({ faceValue: dec('1000'), faceCurrency: 'RUB' })).toMatchObject({ 'Face value': '1,000.00\u00a0RUB' })
})

test('events are split at today; a date with only a month is upcoming until the month is over', () => {
  const dividend = (date: string | null) => ({ date, amount: null, currency: 'USD' })
  const lines = dividendLines(['2026-03-09', '2026-03', '2026-03-10', '2026-02', null, '2027'].map(dividend))
  const { upcoming, past, undated } = splitAtToday(lines, new Date(2026, 2, 10, 23, 59).getTime())
  expect(upcoming.map(({ date }) => date)).toEqual(['2026-03', '2026-03-10', '2027'])
  expect(past.map(({ date }) => date)).toEqual(['2026-03-09', '2026-02'])
  expect(undated).toHaveLength(1)
})

test('a bond event shows its type and details; a split shows its ratio', () => {
  const event = { date: null, value: dec('40'), currency: 'RUB', coupon: null, amortization: null, offer: null }
  const coupon = { recordDate: '2026-03-01', startDate: null, faceValue: null, valuePercent: dec('8') }
  const offer = { offerType: 'PUT', price: dec('100'), startDate: '2026-03-01', endDate: '2026-03-05', agent: 'Bank' }
  const [first, second, third] = bondEventLines(
    [
      { ...event, type: 'COUPON', coupon },
      { ...event, type: 'OFFER', value: null, offer },
      { ...event, type: 'NEW_KIND' },
    ],
    format,
  )
  expect([first?.title, first?.note]).toEqual(['Coupon', '8% · record date 1 Mar 2026'])
  expect([second?.title, second?.amount, second?.note]).toEqual(['Put offer', '100', '1 Mar 2026 – 5 Mar 2026 · Bank'])
  expect(third?.title).toBe('New kind')
  const split = { execDate: null, oldRatio: dec('1'), newRatio: dec('10'), newLot: 1, conversionType: 'ORDINARY' }
  expect(splitLines([split], format)[0]).toMatchObject({ title: '10 for 1', note: 'Ordinary · new lot 1' })
})

test('sectors count their constituents, the unknown sector last; the filter requires every word', () => {
  const constituent = (symbol: string, sector: string) => ({
    symbol,
    name: `${symbol} Company`,
    sector,
    subSector: '',
    cik: '',
  })
  const constituents = [
    constituent('A', ''),
    constituent('B', 'Energy'),
    constituent('C', 'Banks'),
    constituent('D', 'Banks'),
    constituent('E', ''),
  ]
  expect(sectorsOf(constituents)).toEqual([
    { name: 'Banks', count: 2, share: 0.4 },
    { name: 'Energy', count: 1, share: 0.2 },
    { name: unknownSector, count: 2, share: 0.4 },
  ])
  expect(filterConstituents(constituents, 'Banks', 'd comp').map(({ symbol }) => symbol)).toEqual(['D'])
  expect(filterConstituents(constituents, unknownSector, '')).toHaveLength(2)
})

test('an instrument has the sections of its parts', () => {
  expect(sectionsOf(['constituents', 'details']).map(({ id }) => id)).toEqual([
    'quote',
    'prices',
    'position',
    'orders',
    'transactions',
    'details',
    'constituents',
  ])
})
