import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { d, makeDetails } from '../../insight/make.ts'

const version = 19

function openOld() {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, version)
  const insert = db.prepare('INSERT INTO instrument_details (symbol, data, fetched_at) VALUES (?, ?, 5)')
  return { db, put: (details: object & { symbol: string }) => void insert.run(details.symbol, JSON.stringify(details)) }
}

test('reference data of an earlier version are mended where they say enough, and marked to be read again', () => {
  const { db, put } = openOld()
  const bond = { type: 'BONDS', quoteCurrency: 'RUR', faceValue: d('1000') }
  put(makeDetails({ ...bond, symbol: 'PERCENT@X', faceCurrency: '%' }))
  put(makeDetails({ ...bond, symbol: 'SIGN@X', faceCurrency: '₽' }))
  put(makeDetails({ ...bond, symbol: 'ODD@X', faceCurrency: 'c'.repeat(300), faceValue: d('0') }))
  put(makeDetails({ symbol: 'F@X', type: 'FUTURES', lotSize: d('1000'), contractSize: d('1000') }))
  migrate(db, migrations)
  const { instrumentDetails } = createCache(db)
  const read = (symbol: string) => instrumentDetails.get(symbol)
  expect(read('PERCENT@X')).toMatchObject({
    isOutdated: true,
    fetchedAt: 5,
    details: { faceCurrency: 'RUB', faceValue: '1000' },
  })
  expect(read('SIGN@X')?.details).toMatchObject({ quoteCurrency: 'RUB', faceCurrency: 'RUB' })
  expect(read('ODD@X')?.details).toMatchObject({ faceCurrency: '', faceValue: null })
  expect(read('F@X')?.details.lotSize).toBeNull()
  instrumentDetails.put(makeDetails({ symbol: 'F@X' }), 7)
  expect(read('F@X')).toMatchObject({ isOutdated: false, fetchedAt: 7 })
})

test('events of an earlier version are due again, and their meaning is read from what was sent', () => {
  const { db, put } = openOld()
  put(makeDetails({ symbol: 'B@X', type: 'BONDS', quoteCurrency: 'RUB', faceCurrency: '%', faceValue: d('1000') }))
  const event = {
    date: '2026-02-11',
    type: 'COUPON',
    value: '31.16',
    currency: '₽',
    coupon: null,
    amortization: null,
    offer: null,
  }
  db.exec(`INSERT INTO corporate_event_read VALUES ('B@X', 'bond', 5)`)
  db.prepare(`INSERT INTO corporate_event VALUES ('B@X', 'bond', 0, '2026-02-11', ?)`).run(JSON.stringify(event))
  migrate(db, migrations)
  const { corporateEvents } = createCache(db)
  expect(corporateEvents.isOutdated('B@X', 'bond')).toBe(true)
  expect(corporateEvents.list(['B@X'])).toMatchObject([{ event: { currency: 'RUB', value: '31.16' } }])
  corporateEvents.replaceBondEvents('B@X', [], 9)
  expect(corporateEvents.isOutdated('B@X', 'bond')).toBe(false)
})
