import { connect } from '../sqlite/connect.ts'
import type { Db } from '../sqlite/db.ts'

/** A second connection, for reading only, for a worker thread. The file must already be open and up to date. */
export const openJournalReader = (path: string): Db =>
  connect(path, { readonly: true, fileMustExist: true, timeout: readerTimeoutMs })

/** The maximum time to wait for another connection's write. */
const readerTimeoutMs = 5_000
