import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { foundByWords } from '#main/cache/schema/add-instrument-words.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import type { Instrument, InstrumentDetails } from '#shared/model/instrument.ts'
import { withReason } from '../../reason.ts'
import { dec, openTestCache } from '../open-cache.ts'
import { storeInstruments } from './store-instruments.ts'

const instrument = (ticker: string, changes: Partial<Instrument> = {}): Instrument => ({
  symbol: `${ticker}@MISX`,
  id: `id-${ticker}`,
  ticker,
  mic: 'MISX',
  isin: `RU${ticker}`,
  type: 'EQUITIES',
  name: `${ticker} company`,
  isArchived: false,
  ...changes,
})

test('instruments are added and updated, and unchanged ones are not written', async () => {
  const { instruments } = createCache(openTestCache())
  const all = Array.from({ length: 600 }, (_, i) => instrument(`T${i}`))
  expect(await storeInstruments(instruments, all)).toBe(600)
  expect(await storeInstruments(instruments, all)).toBe(0)
  expect(await storeInstruments(instruments, [instrument('T5', { name: 'renamed' })])).toBe(1)
  expect(instruments.get('T5@MISX')?.name).toBe('renamed')
  expect(instruments.getMany(['T1@MISX', 'unknown', 'T2@MISX'])).toEqual([instrument('T1'), instrument('T2')])
  expect(instruments.get('unknown')).toBeNull()
})

test('the event loop runs between the chunks of a long list', async () => {
  const { instruments } = createCache(openTestCache())
  let timerRuns = 0
  const timer = setInterval(() => timerRuns++, 0)
  await storeInstruments(
    instruments,
    Array.from({ length: 3_000 }, (_, i) => instrument(`T${i}`)),
  )
  clearInterval(timer)
  expect(timerRuns).toBeGreaterThan(2)
})

test('an archived instrument does not replace a traded one with the same symbol, but a traded one replaces it', async () => {
  const { instruments } = createCache(openTestCache())
  const archived = instrument('SiH6', { id: 'old', isArchived: true })
  await storeInstruments(instruments, [instrument('SiH6'), archived])
  expect(instruments.get('SiH6@MISX')).toEqual(instrument('SiH6'))
  await storeInstruments(instruments, [instrument('SiH6', { isArchived: true })])
  expect(instruments.get('SiH6@MISX')?.isArchived).toBe(true)
  await storeInstruments(instruments, [instrument('SiH6', { id: 'new' })])
  expect(instruments.get('SiH6@MISX')).toEqual(instrument('SiH6', { id: 'new' }))
})

test('an archived instrument is stored after the traded one with the same symbol was removed', async () => {
  const { instruments } = createCache(openTestCache())
  const archived = instrument('SiH6', { id: 'old', isArchived: true })
  await storeInstruments(instruments, [instrument('SiH6'), instrument('A'), instrument('B'), archived])
  instruments.download.begin(1)
  await storeInstruments(instruments, [instrument('A'), instrument('B')])
  expect(await instruments.endDownload(2, true)).toBe(1)
  await storeInstruments(instruments, [archived])
  expect(instruments.get('SiH6@MISX')).toEqual(archived)
  expect(await instruments.search({ text: 'SiH6', limit: 5, held: [], watched: [] })).toMatchObject([{ isGone: false }])
})

test('instruments stored by an older version are found after they are indexed for the search', async () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, migrations.indexOf(foundByWords))
  db.exec(`
    INSERT INTO instrument VALUES ('SBER@MISX', '1', 'SBER', 'MISX', 'RU0009029540', 'EQUITIES', 'Сбербанк', 0, 'sber', 'sber');
    INSERT INTO instrument VALUES ('OLD@MISX', '2', 'OLD', 'MISX', '', 'BONDS', 'Сбер старый', 1, 'old', 'old');
    INSERT INTO sync_state (job, last_succeeded, cursor) VALUES ('instruments.whole', 5, NULL), ('instruments', 5, '500');`)
  migrate(db, migrations)
  const { instruments, syncStates } = createCache(db)
  const find = async (text: string) =>
    (await instruments.search({ text, limit: 9, held: [], watched: [] })).map(({ symbol }) => symbol)
  expect(instruments.get('SBER@MISX')?.name).toBe('Сбербанк')
  expect([syncStates.get('instruments.whole'), syncStates.get('instruments')?.cursor]).toEqual([null, null])
  expect(await find('sber')).toEqual([])
  await instruments.readUnread()
  expect(await find('sber')).toEqual(['SBER@MISX', 'OLD@MISX'])
  expect(instruments.count()).toBe(2)
})

test('reference data and schedules keep the latest response with its time', () => {
  const { instrumentDetails, schedules } = createCache(openTestCache())
  const details: InstrumentDetails = {
    symbol: 'SU26@MISX',
    id: '1',
    ticker: 'SU26',
    mic: 'MISX',
    isin: '',
    type: 'BONDS',
    name: 'ОФЗ',
    board: 'TQOB',
    decimals: 3,
    minStep: dec('1'),
    lotSize: dec('1'),
    expirationDate: '2036-03',
    quoteCurrency: null,
    contractSize: null,
    strike: null,
    faceValue: dec('1000'),
    faceCurrency: 'RUB',
  }
  instrumentDetails.put(details, 10)
  instrumentDetails.put({ ...details, decimals: null }, 20)
  expect(instrumentDetails.get('SU26@MISX')).toMatchObject({ details: { ...details, decimals: null }, fetchedAt: 20 })
  expect(instrumentDetails.getMany(['nothing'])).toEqual([])

  const sessions = [{ type: 'CORE_TRADING', startAt: 1, endAt: 2 }]
  schedules.put('SU26@MISX', [], 5)
  schedules.put('SU26@MISX', sessions, 6)
  expect(schedules.getMany(['SU26@MISX', 'nothing'])).toEqual([{ symbol: 'SU26@MISX', sessions, fetchedAt: 6 }])
  expect(schedules.get('nothing')).toBeNull()
})

test('a stored document that does not match the schema throws an error', () => {
  const db = openTestCache()
  const { schedules } = createCache(db)
  db.exec(`INSERT INTO schedule VALUES ('X@Y', '[{"type": 5}]', 1)`)
  expect(() => schedules.get('X@Y')).toThrow(withReason('column', { column: 'data' }))
})
