import { comments, commonComments } from './comments.ts'
import { statementsAndRecords, writersAndTransactions } from './first-tables.ts'
import { views } from './views.ts'

/** The schema of the mirror in steps. Append only: a released step never changes. */
export const migrations: readonly string[] = [
  // 1: all tables, their comments, and views for dashboards
  [writersAndTransactions, statementsAndRecords, comments, commonComments, views].join('\n'),
]
