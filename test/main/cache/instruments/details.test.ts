import { expect, test } from 'vitest'
import { createInstrumentDetails } from '#main/cache/instruments/details.ts'
import { CorruptDatabaseError } from '#main/sqlite/errors.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import { openTestCache } from '../open-cache.ts'

const share: InstrumentDetails = {
  ...{
    symbol: 'SBER@MISX',
    id: '1',
    ticker: 'SBER',
    mic: 'MISX',
    isin: '',
    type: 'EQUITIES',
    name: 'Sber',
    board: 'TQBR',
  },
  ...{ decimals: 2, minStep: null, lotSize: null, expirationDate: null, quoteCurrency: 'RUB', contractSize: null },
  ...{ strike: null, faceValue: null, faceCurrency: null },
}

test('reference data is that of the last response, and damaged data throws an error', () => {
  const db = openTestCache()
  const details = createInstrumentDetails(db)
  details.put(share, 10)
  expect(details.get(share.symbol)).toMatchObject({ details: share, fetchedAt: 10 })
  details.put({ ...share, name: 'Renamed' }, 20)
  expect(details.get(share.symbol)).toMatchObject({ details: { ...share, name: 'Renamed' }, fetchedAt: 20 })
  db.exec(`UPDATE instrument_details SET data = '{}'`)
  expect(() => details.get(share.symbol)).toThrow(CorruptDatabaseError)
})
