import { StoredRecord } from '#shared/model/app/service.ts'
import type { Db } from '../../sqlite/db.ts'
import { json, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** How the service answers at each endpoint: one row for each, so that "since when" survives a restart. */
export function createServiceRecords(db: Db) {
  const select = db.prepare<[], Row>('SELECT data FROM service_record ORDER BY endpoint')
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO service_record (endpoint, data) VALUES (?, ?)')
  return {
    list: (): StoredRecord[] => select.all().map((row) => json(row, 'data', StoredRecord)),
    putAll(records: readonly StoredRecord[]): void {
      transact(db, () => {
        for (const record of records) put.run(record.endpoint, JSON.stringify(record))
      })
    },
  }
}
