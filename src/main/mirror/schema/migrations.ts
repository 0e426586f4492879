import { comments, commonComments } from './comments.ts'
import { statementsAndRecords, writersAndTransactions } from './first-tables.ts'
import { views } from './views.ts'

/** The mirror's schema, step by step. Append only: a step that was released never changes. */
export const migrations: readonly string[] = [
  // 1: all tables, their comments, and views for dashboards
  [writersAndTransactions, statementsAndRecords, comments, commonComments, views].join('\n'),
]
