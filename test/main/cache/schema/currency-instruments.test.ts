import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createInstruments } from '#main/cache/instruments/instruments.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { migrate } from '#main/sqlite/migrate.ts'

test('the index finds currency instruments of an older version by the first code of their ticker', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations,
    migrations.findIndex((step) => String(step).includes('instrument_of_currency')),
  )
  const insert = db.prepare(
    `INSERT INTO instrument (key, symbol, id, ticker, mic, isin, type, name, is_archived, class, gone_at)
     VALUES (?, ?, '1', ?, 'FX', '', ?, '', ?, 0, ?)`,
  )
  insert.run(1, 'USDRUB@FX', 'USDRUB', 'CURRENCIES', 0, null)
  insert.run(2, 'USDX@FX', 'USDX', 'INDICES', 0, null)
  insert.run(3, 'USDCNY@FX', 'USDCNY', 'CURRENCIES', 1, null)
  insert.run(4, 'USDJPY@FX', 'USDJPY', 'CURRENCIES', 0, 5)
  insert.run(5, 'EURRUB@FX', 'EURRUB', 'CURRENCIES', 0, null)
  migrate(db, migrations)
  const instruments = createInstruments(db)
  expect(instruments.listCurrencies(['USD', 'GBP']).map(({ symbol }) => symbol)).toEqual(['USDRUB@FX'])
  const plan = db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT symbol FROM instrument
       WHERE type = 'CURRENCIES' AND substr(ticker, 1, 3) IN ('USD')`,
    )
    .all()
  expect(JSON.stringify(plan)).toContain('instrument_of_currency')
})
