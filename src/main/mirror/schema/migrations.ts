import { comments, commonComments } from './comments.ts'
import { currencyAndPieces } from './currency-and-pieces.ts'
import { statementsAndRecords, writersAndTransactions } from './first-tables.ts'
import { views } from './views.ts'

/** The schema of the mirror in steps. Append only: a released step never changes. */
export const migrations: readonly string[] = [
  // 1: all tables, their comments, and views for dashboards
  [writersAndTransactions, statementsAndRecords, comments, commonComments, views].join('\n'),
  // 2: the source of a currency, and the pieces that a row moves because of the rows beside it
  currencyAndPieces,
]
