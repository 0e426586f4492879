import { textOfTarget } from '#shared/model/transaction/kind-choice.ts'
import { createBondTerms } from '../../journal/bond-terms.ts'
import { createFormerRows } from '../../journal/former-rows.ts'
import { createKindChoices } from '../../journal/kind-choices.ts'
import { createOpeningBalances } from '../../journal/opening-balances.ts'
import { createRecordedEquity } from '../../journal/recorded/equity.ts'
import { createRecordedQuotes } from '../../journal/recorded/quotes.ts'
import { createRowGroups } from '../../journal/row-groups.ts'
import { createSavedViews } from '../../journal/saved-views.ts'
import { Watchlists } from '../../journal/watchlists/watchlists.ts'
import { createWithdrawnRows } from '../../journal/withdrawn-rows.ts'
import type { Db } from '../../sqlite/db.ts'
import { figureColumns, idColumns, subjectColumns } from './cache-tables.ts'
import { tableOf, type ExportTable } from './table.ts'

/** The range of all times that a record can have (UTC ms). */
const [begin, end] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/**
 * Tables of data that exists only on this computer: entries of the user, and values that were recorded because the service
 * keeps no history.
 */
export const journalTables = (journal: Db): ExportTable[] => [
  tableOf(
    { name: 'openings', about: 'Balances before the first row, as the user entered them.' },
    [
      ['account', 'text', 'Account id', ({ accountId }) => accountId],
      ['symbol', 'text', 'Of pieces', ({ symbol }) => symbol],
      ['currency', 'text', 'Of money', ({ currency }) => currency],
      ['amount', 'number', 'Pieces or money', ({ amount }) => amount],
      ['entered', 'time', 'UTC', ({ setAt }) => setAt],
    ],
    () => [createOpeningBalances(journal).list()],
  ),
  tableOf(
    { name: 'maturities', about: 'Maturities of bonds, as the user entered them.' },
    [
      ['symbol', 'text', 'TICKER@MIC', ({ symbol }) => symbol],
      ['matures', 'text', 'Date', ({ maturesOn }) => maturesOn],
      ['entered', 'time', 'UTC', ({ changedAt }) => changedAt],
    ],
    () => [createBondTerms(journal).list()],
  ),
  tableOf(
    { name: 'kinds', about: 'Kinds that the user chose for transactions.' },
    [
      ['scope', 'text', 'row: one transaction; all-like-this: all that are like it', ({ target }) => target.scope],
      ['target', 'text', 'What they have in common, as JSON', ({ target }) => textOfTarget(target)],
      ['kind', 'text', 'The chosen kind', ({ kind }) => kind],
    ],
    () => [createKindChoices(journal).list()],
  ),
  tableOf(
    { name: 'groups', about: 'Transactions that the user says are one event.' },
    [
      ['id', 'text', 'Of the group', ({ id }) => id],
      ['account', 'text', 'Account id', ({ accountId }) => accountId],
      ['transactions', 'text', 'Their ids, as a JSON array', ({ rowIds }) => JSON.stringify(rowIds)],
      ['kind', 'text', 'What they are together', ({ kind }) => kind],
      ['cost-share', 'number', 'Of a spin-off: the part of the cost that moves', ({ costShare }) => costShare],
    ],
    () => [createRowGroups(journal).list()],
  ),
  tableOf(
    { name: 'withdrawn', about: 'Transactions that the service no longer sends. No other table contains them.' },
    [
      ...idColumns,
      ...subjectColumns,
      ...figureColumns,
      ['since', 'time', 'First complete response without it, UTC', ({ since }) => since],
    ],
    () => [createWithdrawnRows(journal).list()],
  ),
  tableOf(
    { name: 'former', about: 'What transactions were before the service changed them.' },
    [
      ...idColumns,
      ...subjectColumns,
      ...figureColumns,
      ['until', 'time', 'When the service was first seen to send it otherwise, UTC', ({ until }) => until],
    ],
    () => [createFormerRows(journal).list()],
  ),
  tableOf(
    { name: 'views', about: 'Saved filters of the transactions.' },
    [
      ['name', 'text', 'Of the view', ({ name }) => name],
      ['direction', 'text', 'Of time', ({ direction }) => direction],
      ['filter', 'text', 'As JSON', ({ filter }) => JSON.stringify(filter)],
    ],
    () => [createSavedViews(journal).list()],
  ),
  tableOf(
    { name: 'watchlists', about: 'Watchlists with their instruments, in order.' },
    [
      ['list', 'text', 'Name of the list', ({ name }) => name],
      ['symbols', 'text', 'TICKER@MIC, separated by spaces', ({ symbols }) => symbols.join(' ')],
    ],
    () => [new Watchlists(journal).list()],
  ),
  tableOf(
    { name: 'recorded-equity', about: 'Equity of accounts as it was stated, without a currency.' },
    [
      ['account', 'text', 'Account id', ({ accountId }) => accountId],
      ['from', 'time', 'UTC', ({ at }) => at],
      ['until', 'time', 'It stayed the same until then, UTC', ({ until }) => until],
      ['equity', 'number', 'As sent', ({ equity }) => equity],
    ],
    () => [createRecordedEquity(journal).history(null, begin, end)],
  ),
  tableOf(
    { name: 'recorded-quotes', about: 'Last prices as they were read. A bond is in percent of its face.' },
    [
      ['symbol', 'text', 'TICKER@MIC', ({ symbol }) => symbol],
      ['time', 'time', 'UTC', ({ at }) => at],
      ['last', 'number', 'Last price', ({ last }) => last],
    ],
    function* () {
      const quotes = createRecordedQuotes(journal)
      for (const symbol of quotes.symbols()) yield quotes.history(symbol, begin, end)
    },
  ),
]
