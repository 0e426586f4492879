import { readCurrency } from '#shared/currency-code.ts'
import type { Db } from '../../sqlite/db.ts'
import { text, type Row } from '../../sqlite/row.ts'

interface StoredTerms {
  readonly type?: string
  readonly lotSize?: string | null
  readonly contractSize?: string | null
  readonly quoteCurrency?: string | null
  readonly faceCurrency?: string | null
  readonly faceValue?: string | null
}

/**
 * Earlier versions stored currencies as sent, and read neither every expiry nor every event. What can be mended here is mended,
 * so that it is right without a connection. All reference data and events are marked, so that the jobs read them again.
 */
export function rereadReference(db: Db): void {
  const marked = 'ADD COLUMN is_outdated INTEGER NOT NULL DEFAULT 0 CHECK (is_outdated IN (0, 1))'
  for (const table of ['instrument_details', 'corporate_event_read'])
    db.exec(`ALTER TABLE ${table} ${marked}; UPDATE ${table} SET is_outdated = 1;`)
  const rows = db.prepare<[], Row>('SELECT symbol, data FROM instrument_details').all()
  const update = db.prepare<[string, string]>('UPDATE instrument_details SET data = ? WHERE symbol = ?')
  for (const row of rows) {
    const details = JSON.parse(text(row, 'data')) as StoredTerms
    update.run(JSON.stringify({ ...details, ...mended(details) }), text(row, 'symbol'))
  }
}

/** The fields as this version reads them: see `decodeInstrumentDetails`. */
function mended({ type, lotSize, contractSize, faceValue, ...stated }: StoredTerms): StoredTerms {
  const quoteCurrency = stated.quoteCurrency == null ? null : readCurrency(stated.quoteCurrency)
  const face = stated.faceCurrency ?? null
  const isContract = type === 'FUTURES' || type === 'OPTIONS'
  return {
    quoteCurrency,
    faceCurrency: face === null ? null : face === '%' ? quoteCurrency : (readCurrency(face, [quoteCurrency]) ?? ''),
    faceValue: faceValue === '0' ? null : (faceValue ?? null),
    lotSize: isContract && lotSize !== '1' && lotSize === contractSize ? null : (lotSize ?? null),
  }
}
