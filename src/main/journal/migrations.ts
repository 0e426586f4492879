import type { Migrations } from '../sqlite/migrate.ts'

/** The journal's schema. Append only, and each step carries the rows along: what lies here is nowhere else. */
export const migrations: Migrations = [
  // 1: what a person chose
  `CREATE TABLE setting (
     key   TEXT PRIMARY KEY,
     value TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE watchlist (
     id       TEXT PRIMARY KEY,
     name     TEXT NOT NULL,
     position INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE watchlist_item (
     watchlist_id TEXT NOT NULL REFERENCES watchlist ON DELETE CASCADE,
     symbol       TEXT NOT NULL,
     position     INTEGER NOT NULL,
     PRIMARY KEY (watchlist_id, symbol)
   ) STRICT, WITHOUT ROWID;`,
  // 2: what was seen
  `CREATE TABLE recorded_equity (
     account_id  TEXT NOT NULL,
     at          INTEGER NOT NULL,
     until       INTEGER NOT NULL CHECK (until >= at),
     equity      TEXT NOT NULL,
     cash        TEXT,
     follows_gap INTEGER NOT NULL CHECK (follows_gap IN (0, 1)),
     PRIMARY KEY (account_id, at)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE recorded_quote (
     symbol TEXT NOT NULL,
     at     INTEGER NOT NULL,
     last   TEXT NOT NULL,
     PRIMARY KEY (symbol, at)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE journal_event (
     key     INTEGER PRIMARY KEY,
     at      INTEGER NOT NULL,
     kind    TEXT NOT NULL,
     message TEXT NOT NULL
   ) STRICT;`,
  // 3: named filters
  `CREATE TABLE saved_view (
     id        TEXT PRIMARY KEY,
     name      TEXT NOT NULL,
     filter    TEXT NOT NULL,
     direction TEXT NOT NULL CHECK (direction IN ('newest', 'oldest'))
   ) STRICT, WITHOUT ROWID;`,
  // 4: reports that were asked for, and their files
  `CREATE TABLE report (
     id       TEXT PRIMARY KEY,
     asked_at INTEGER NOT NULL,
     data     TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE report_schedule (
     account_id    TEXT PRIMARY KEY,
     form          TEXT NOT NULL,
     asked_through TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  // 5: alerts, and what they told
  `CREATE TABLE alert_rule (
     id         TEXT PRIMARY KEY,
     created_at INTEGER NOT NULL,
     rule       TEXT NOT NULL,
     state      TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE alert_notice (
     key     INTEGER PRIMARY KEY,
     id      TEXT NOT NULL UNIQUE,
     at      INTEGER NOT NULL,
     data    TEXT NOT NULL,
     read_at INTEGER
   ) STRICT;
   CREATE INDEX alert_notice_unread ON alert_notice (key) WHERE read_at IS NULL;`,
]
