import type { Migrations } from '../../sqlite/migrate.ts'
import { chosenGroups } from './add-chosen-groups.ts'
import { foundByWords } from './add-instrument-words.ts'
import { ledgerSeries, ledgerTables, ledgerPast } from './add-ledger.ts'
import { missingCounts } from './add-missing-counts.ts'
import { missingRows } from './add-missing-rows.ts'
import { rowGroups } from './add-row-groups.ts'
import { dimensionsAndSums } from './add-transaction-dimensions.ts'
import { transactionKinds } from './add-transaction-kinds.ts'
import { unreadableRows } from './add-unreadable-rows.ts'
import { cleanStoredNames } from './clean-stored-names.ts'
import { firstTables } from './first-tables.ts'
import { rereadReference } from './reread-reference.ts'
import { separateUnstatedCurrencies } from './unstated-currency.ts'

const responseLength = 'ALTER TABLE longest_answer RENAME TO longest_response;'
/** An index of the few currency instruments, by the first currency code of their ticker. */
const currencyInstruments = `CREATE INDEX instrument_of_currency ON instrument (substr(ticker, 1, 3)) WHERE type = 'CURRENCIES';`
/** The requests of the last minute are in a separate file, so that they survive a deleted or damaged cache. */
const dropRequestLog = 'DROP TABLE request_log'

/**
 * The cache's schema. Append only. Money and decimals are text, except in transactions: SQL sums their money, so it is stored as units and nanos.
 * Where a model is stored as JSON (`data`), a change of that model needs a step that empties its table: sync fills it again.
 */
export const migrations: Migrations = [
  // 1 to 5: the tables of the first version
  ...firstTables,
  // 6: dimensions of transactions, their sums and their text
  dimensionsAndSums,
  // 7: gaps, beginnings, re-readings and the longest response of the history
  `CREATE TABLE history_gap (
     account_id TEXT NOT NULL,
     from_ms    INTEGER NOT NULL,
     to_ms      INTEGER NOT NULL,
     received   INTEGER NOT NULL,
     read_at    INTEGER NOT NULL,
     PRIMARY KEY (account_id, from_ms),
     CHECK (from_ms < to_ms)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE history_beginning (
     account_id TEXT PRIMARY KEY,
     begins_at  INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE history_rereading (
     account_id TEXT NOT NULL,
     days       INTEGER NOT NULL,
     due_at     INTEGER NOT NULL,
     reached_at INTEGER,
     PRIMARY KEY (account_id, days)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE longest_answer (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     longest  INTEGER NOT NULL,
     is_cap   INTEGER NOT NULL CHECK (is_cap IN (0, 1))
   ) STRICT;`,
  // 8: parts of instrument screens; `bytes` so that their size can be summed without reading them
  `CREATE TABLE instrument_part (
     key        INTEGER PRIMARY KEY,
     symbol     TEXT NOT NULL,
     account_id TEXT NOT NULL,
     part       TEXT NOT NULL,
     variant    TEXT NOT NULL,
     data       TEXT NOT NULL,
     bytes      INTEGER NOT NULL,
     fetched_at INTEGER NOT NULL,
     UNIQUE (symbol, account_id, part, variant)
   ) STRICT;
   CREATE INDEX instrument_part_by_age ON instrument_part (fetched_at, bytes);`,
  // 9: the list of all instruments, found by words
  foundByWords,
  // 10: indexes of transactions of which a page reads only a few places
  `DROP INDEX transaction_by_kind;
   CREATE TABLE transaction_of_kind (
     is_settled INTEGER NOT NULL CHECK (is_settled IN (0, 1)),
     kind       INTEGER NOT NULL,
     key        INTEGER NOT NULL,
     PRIMARY KEY (is_settled, kind, key)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO transaction_of_kind SELECT 1, kind, key FROM account_transaction ORDER BY kind, key;
   DROP INDEX transaction_by_units;
   CREATE INDEX transaction_by_units ON account_transaction (key >> 41, units, kind) WHERE units IS NOT NULL;`,
  // 11: coverage that rests only on the length of a response
  `CREATE TABLE coverage_doubt (
     key      INTEGER PRIMARY KEY,
     account  INTEGER NOT NULL REFERENCES transaction_account,
     from_ms  INTEGER NOT NULL,
     to_ms    INTEGER NOT NULL,
     received INTEGER NOT NULL,
     read_at  INTEGER NOT NULL,
     CHECK (from_ms < to_ms)
   ) STRICT;
   CREATE INDEX coverage_doubt_by_length ON coverage_doubt (received, account);`,
  // 12: renames kinds to dimensions, and lists their rows in an ordinary index. Building the index takes about a second
  // per million rows.
  `ALTER TABLE transaction_kind RENAME TO transaction_dimension;
   ALTER TABLE account_transaction RENAME COLUMN kind TO dimension;
   ALTER TABLE transaction_spill RENAME TO transaction_overflow;
   DROP TABLE transaction_of_kind;
   CREATE INDEX transaction_by_dimension ON account_transaction (dimension);`,
  // 13
  dropRequestLog,
  // 14: the kind of each transaction
  transactionKinds,
  // 15: pieces, lots and the changes since the last replay
  ledgerTables,
  // 16: instruments whose price is an exchange rate
  currencyInstruments,
  // 17: the series of each holding
  ledgerSeries,
  // 18: the past of accounts, and states from which a replay continues
  ledgerPast,
  // 19: renames answers to responses
  responseLength,
  // 20: reference data and events that an earlier version did not read completely
  rereadReference,
  // 21: how the service answers at each endpoint
  `CREATE TABLE service_record (
     endpoint TEXT PRIMARY KEY,
     data     TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  // 22: rows that are one event with the rows beside them
  rowGroups,
  // 23: money without a stated currency, by account
  separateUnstatedCurrencies,
  // 24: names without characters that nobody sees
  cleanStoredNames,
  // 25: rows and fields that could not be read
  unreadableRows,
  // 26: groups of rows that the user made
  chosenGroups,
  // 27: rows that the service no longer sends, and what changed rows were
  missingRows,
  // 28: intervals in which very many rows are missing
  missingCounts,
]
