import type { Db } from '../sqlite/db.ts'
import { integer, type Row } from '../sqlite/row.ts'
import { createAlertRules, createAlertNotices } from './alerts.ts'
import { copySealedHere } from './backup/copy-journal.ts'
import { JournalBackups } from './backup/journal-backups.ts'
import { createBondTerms } from './bond-terms.ts'
import { createJournalEvents } from './events.ts'
import { createFormerRows } from './former-rows.ts'
import { createKindChoices } from './kind-choices.ts'
import { createOpeningBalances } from './opening-balances.ts'
import { OrderCancels } from './order-cancels.ts'
import { OrderHistoryTable } from './order-history-table.ts'
import { createRecordedEquity } from './recorded/equity.ts'
import { createRecordedQuotes } from './recorded/quotes.ts'
import { RecordedMargin } from './recorded/recorded-margin.ts'
import { RecordedPositions } from './recorded/recorded-positions.ts'
import { createReportLibrary, createReportSchedules } from './reports.ts'
import { createRowGroups } from './row-groups.ts'
import { createSavedViews } from './saved-views.ts'
import { createSettings } from './settings.ts'
import { DueValues } from './shared/due-values.ts'
import { SharedRecord } from './shared/shared-record.ts'
import { SharedValues } from './shared/shared-values.ts'
import { Watchlists } from './watchlists/watchlists.ts'
import { createWithdrawnRows } from './withdrawn-rows.ts'

export type Journal = ReturnType<typeof createJournal>

/** All data that exists only on this computer, by subject, and its backups. */
export function createJournal(db: Db, backupDirectory: string, copySealed = copySealedHere) {
  const size = db.prepare<[], Row>('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
  const notices = createAlertNotices(db)
  const sharedValues = new SharedValues(db)
  return {
    settings: createSettings(db),
    watchlists: new Watchlists(db),
    views: createSavedViews(db),
    kinds: createKindChoices(db),
    groups: createRowGroups(db),
    withdrawn: createWithdrawnRows(db),
    former: createFormerRows(db),
    equity: createRecordedEquity(db, sharedValues),
    positions: new RecordedPositions(db),
    margin: new RecordedMargin(db, sharedValues),
    quotes: createRecordedQuotes(db),
    reports: createReportLibrary(db),
    reportSchedules: createReportSchedules(db),
    openings: createOpeningBalances(db),
    bondTerms: createBondTerms(db),
    orders: new OrderHistoryTable(db),
    cancels: new OrderCancels(db),
    alerts: createAlertRules(db, notices),
    notices,
    shared: new SharedRecord(db),
    sharedValues,
    dueValues: new DueValues(db),
    events: createJournalEvents(db),
    bytes: (): number => integer(size.get() ?? {}, 'bytes'),
    backups: new JournalBackups({ db, copySealed }, backupDirectory),
  }
}
