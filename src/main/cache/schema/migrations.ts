import type { Migrations } from '../../sqlite/migrate.ts'
import { foundByWords } from './add-instrument-words.ts'
import { ledgerTables } from './add-ledger.ts'
import { ledgerPast } from './add-ledger-past.ts'
import { dimensionsAndSums } from './add-transaction-dimensions.ts'
import { transactionKinds } from './add-transaction-kinds.ts'

/** The currency instruments, found by the first code of their ticker: a few of a hundred thousand. */
const currencyInstruments = `CREATE INDEX instrument_of_currency ON instrument (substr(ticker, 1, 3)) WHERE type = 'CURRENCIES';`
/** The minute's requests must survive a cache that is deleted or damaged: they are in a file of their own now. */
const dropRequestLog = 'DROP TABLE request_log'

/**
 * The cache's schema. Append only. Money and decimals are text, but for transactions, whose money SQL sums: units and nanos.
 * Where a model lies as JSON (`data`), a change of that model needs a step that empties its table: sync fills it again.
 */
export const migrations: Migrations = [
  // 1: the connection, accounts
  `CREATE TABLE session_details (
     only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
     data       TEXT NOT NULL,
     fetched_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE account (
     id                 TEXT PRIMARY KEY,
     type               TEXT NOT NULL,
     status             TEXT NOT NULL,
     equity             TEXT,
     unrealized_profit  TEXT,
     portfolio          TEXT,
     opened_at          INTEGER,
     first_trade_at     INTEGER,
     first_non_trade_at INTEGER,
     fetched_at         INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE position (
     account_id         TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
     ordinal            INTEGER NOT NULL,
     symbol             TEXT NOT NULL,
     quantity           TEXT,
     average_price      TEXT,
     current_price      TEXT,
     maintenance_margin TEXT,
     daily_pnl          TEXT,
     unrealized_pnl     TEXT,
     PRIMARY KEY (account_id, ordinal)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE cash (
     account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
     ordinal    INTEGER NOT NULL,
     currency   TEXT NOT NULL,
     amount     TEXT NOT NULL,
     PRIMARY KEY (account_id, ordinal)
   ) STRICT, WITHOUT ROWID;`,
  // 2: instruments and their schedules, quotes, events
  `CREATE TABLE instrument (
     symbol        TEXT PRIMARY KEY,
     id            TEXT NOT NULL,
     ticker        TEXT NOT NULL,
     mic           TEXT NOT NULL,
     isin          TEXT NOT NULL,
     type          TEXT NOT NULL,
     name          TEXT NOT NULL,
     is_archived   INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
     folded_ticker TEXT NOT NULL,
     folded_text   TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX instrument_by_ticker ON instrument (is_archived, folded_ticker);
   CREATE TABLE instrument_details (
     symbol     TEXT PRIMARY KEY,
     data       TEXT NOT NULL,
     fetched_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE schedule (
     symbol     TEXT PRIMARY KEY,
     data       TEXT NOT NULL,
     fetched_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE quote (
     symbol     TEXT PRIMARY KEY,
     at_ms      INTEGER,
     at_nanos   INTEGER NOT NULL,
     data       TEXT NOT NULL,
     fetched_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE corporate_event_read (
     symbol     TEXT NOT NULL,
     kind       TEXT NOT NULL CHECK (kind IN ('dividend', 'bond', 'split')),
     fetched_at INTEGER NOT NULL,
     PRIMARY KEY (symbol, kind)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE corporate_event (
     symbol  TEXT NOT NULL,
     kind    TEXT NOT NULL,
     ordinal INTEGER NOT NULL,
     date    TEXT,
     data    TEXT NOT NULL,
     PRIMARY KEY (symbol, kind, ordinal),
     FOREIGN KEY (symbol, kind) REFERENCES corporate_event_read ON DELETE CASCADE
   ) STRICT, WITHOUT ROWID;`,
  // 3: orders, reports, quotas
  `CREATE TABLE order_read (
     account_id TEXT PRIMARY KEY,
     fetched_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE order_state (
     account_id TEXT NOT NULL REFERENCES order_read ON DELETE CASCADE,
     ordinal    INTEGER NOT NULL,
     id         TEXT NOT NULL,
     data       TEXT NOT NULL,
     PRIMARY KEY (account_id, ordinal)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE report (
     id         TEXT PRIMARY KEY,
     data       TEXT NOT NULL,
     end_at     INTEGER,
     fetched_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE quota (
     ordinal     INTEGER PRIMARY KEY,
     name        TEXT NOT NULL,
     limit_count INTEGER,
     remaining   INTEGER,
     reset_at    INTEGER,
     fetched_at  INTEGER NOT NULL
   ) STRICT;`,
  // 4: transactions; the key is the time order, the text that repeats lies in dictionaries
  `CREATE TABLE transaction_account (
     key        INTEGER PRIMARY KEY,
     account_id TEXT NOT NULL UNIQUE
   ) STRICT;
   CREATE TABLE transaction_category (
     key  INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE
   ) STRICT;
   CREATE TABLE transaction_currency (
     key  INTEGER PRIMARY KEY,
     code TEXT NOT NULL UNIQUE
   ) STRICT;
   CREATE TABLE transaction_subject (
     key      INTEGER PRIMARY KEY,
     name     TEXT NOT NULL,
     symbol   TEXT NOT NULL,
     category INTEGER NOT NULL REFERENCES transaction_category,
     UNIQUE (name, symbol, category)
   ) STRICT;
   CREATE TABLE account_transaction (
     key              INTEGER PRIMARY KEY,
     account          INTEGER NOT NULL REFERENCES transaction_account,
     id               TEXT NOT NULL,
     at_ms            INTEGER NOT NULL,
     at_text          TEXT,
     subject          INTEGER NOT NULL REFERENCES transaction_subject,
     category         INTEGER NOT NULL REFERENCES transaction_category,
     currency         INTEGER REFERENCES transaction_currency,
     units            INTEGER,
     nanos            INTEGER CHECK (nanos BETWEEN -999999999 AND 999999999),
     change_quantity  TEXT,
     has_trade        INTEGER NOT NULL CHECK (has_trade IN (0, 1)),
     size             TEXT,
     price            TEXT,
     accrued_interest TEXT,
     fetched_at       INTEGER NOT NULL,
     UNIQUE (account, id),
     CHECK ((currency IS NULL) = (units IS NULL) AND (units IS NULL) = (nanos IS NULL))
   ) STRICT;
   CREATE INDEX transaction_by_account ON account_transaction (account);
   CREATE TABLE coverage (
     account INTEGER NOT NULL REFERENCES transaction_account,
     from_ms INTEGER NOT NULL,
     to_ms   INTEGER NOT NULL,
     PRIMARY KEY (account, from_ms),
     CHECK (from_ms < to_ms)
   ) STRICT, WITHOUT ROWID;`,
  // 5: how sync stands
  `CREATE TABLE sync_state (
     job                TEXT PRIMARY KEY,
     last_started       INTEGER,
     last_succeeded     INTEGER,
     last_failed        INTEGER,
     last_error_code    TEXT,
     last_error_message TEXT,
     failures           INTEGER NOT NULL DEFAULT 0,
     cursor             TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE request_log (
     key      INTEGER PRIMARY KEY,
     at_ms    INTEGER NOT NULL,
     endpoint TEXT NOT NULL,
     purpose  TEXT NOT NULL
   ) STRICT;
   CREATE INDEX request_log_by_time ON request_log (at_ms);
   CREATE TABLE malformed (
     endpoint   TEXT NOT NULL,
     path       TEXT NOT NULL,
     reason     TEXT NOT NULL,
     first_at   INTEGER NOT NULL,
     last_at    INTEGER NOT NULL,
     seen_count INTEGER NOT NULL,
     PRIMARY KEY (endpoint, path, reason)
   ) STRICT, WITHOUT ROWID;`,
  // 6: dimensions of transactions, their sums and their text
  dimensionsAndSums,
  // 7: reading the history: known gaps, where it begins, what is read again, the longest answer
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
  // 10: indices of transactions that a page of an answer touches in few places
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
  // 11: coverage that rests on the length of an answer only
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
  // 12: what was called a kind is a dimension, and an ordinary index lists its rows. The index is built once, at about
  // a second per million rows; the rest only renames.
  `ALTER TABLE transaction_kind RENAME TO transaction_dimension;
   ALTER TABLE account_transaction RENAME COLUMN kind TO dimension;
   ALTER TABLE transaction_spill RENAME TO transaction_overflow;
   DROP TABLE transaction_of_kind;
   CREATE INDEX transaction_by_dimension ON account_transaction (dimension);`,
  // 13
  dropRequestLog,
  // 14: the kind of each transaction
  transactionKinds,
  // 15: pieces, lots and what changed since they were replayed
  ledgerTables,
  // 16: instruments whose price is a rate
  currencyInstruments,
  // 17: the past of accounts, to go on from
  ledgerPast,
]
