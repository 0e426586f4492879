import type { Migrations } from '../../sqlite/migrate.ts'

/** The steps of the first version, by subject. */
export const firstTables: Migrations = [
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
  // 4: transactions; the key is the time order, repeated text is in dictionaries
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
  // 5: the state of sync
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
]
