import type { Migrations } from '../sqlite/migrate.ts'
import { addOrderTables } from './add-order-tables.ts'
import { addSharedTables } from './shared/add-shared-tables.ts'

const kindChoices = `CREATE TABLE kind_choice (
     target TEXT PRIMARY KEY,
     kind   TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`

const notifiedEvents = `UPDATE alert_rule
   SET state = json_remove(json_set(state, '$.notified', json_extract(state, '$.told')), '$.told')
   WHERE iif(json_valid(state), json_type(state, '$.told'), NULL) = 'array';`

/** Balances before the first row, entered by the user. */
const openingBalances = `CREATE TABLE opening_balance (
     account_id TEXT NOT NULL,
     symbol     TEXT NOT NULL,
     currency   TEXT NOT NULL,
     amount     TEXT NOT NULL,
     set_at     INTEGER NOT NULL,
     PRIMARY KEY (account_id, symbol, currency),
     CHECK ((symbol = '') <> (currency = ''))
   ) STRICT, WITHOUT ROWID;`

/** Rows that belong together, as the user says; `row_ids` is a JSON array, sorted. */
const rowGroups = `CREATE TABLE row_group (
     id         TEXT PRIMARY KEY,
     account_id TEXT NOT NULL,
     row_ids    TEXT NOT NULL,
     kind       TEXT NOT NULL,
     cost_share TEXT,
     made_at    INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`

/**
 * Rows that the service no longer sends, and earlier contents of rows that it changed; `content` is the row as JSON. They are
 * in no response any more, so they exist only here.
 */
const withdrawnRows = `CREATE TABLE withdrawn_row (
     account_id  TEXT NOT NULL,
     id          TEXT NOT NULL,
     content     TEXT NOT NULL,
     since       INTEGER NOT NULL,
     returned_at INTEGER,
     PRIMARY KEY (account_id, id)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE former_row (
     account_id TEXT NOT NULL,
     id         TEXT NOT NULL,
     content    TEXT NOT NULL,
     until      INTEGER NOT NULL,
     PRIMARY KEY (account_id, id, content)
   ) STRICT, WITHOUT ROWID;`

/** The distance to a margin call over time. `percent` and `state` are null if they were unknown. */
const recordedMargin = `CREATE TABLE recorded_margin (
     account_id  TEXT NOT NULL,
     at          INTEGER NOT NULL,
     until       INTEGER NOT NULL CHECK (until >= at),
     equity      TEXT NOT NULL,
     requirement TEXT NOT NULL,
     state       TEXT,
     percent     TEXT,
     follows_gap INTEGER NOT NULL CHECK (follows_gap IN (0, 1)),
     PRIMARY KEY (account_id, at)
   ) STRICT, WITHOUT ROWID;`

/** The target price of an instrument in a watchlist, and its section of the list. */
const watchlistTargets = `ALTER TABLE watchlist_item ADD COLUMN target TEXT;
   ALTER TABLE watchlist_item ADD COLUMN section TEXT;`

/** The names of the fields of a report and of the times of requests, as the app uses them. */
const requestedTimes = `ALTER TABLE report RENAME COLUMN asked_at TO requested_at;
   ALTER TABLE report_schedule RENAME COLUMN asked_through TO requested_through;
   ALTER TABLE order_cancel RENAME COLUMN asked_at TO requested_at;
   UPDATE report SET data = json_remove(
     json_set(data, '$.requestedAt', data -> '$.askedAt', '$.polls', data -> '$.looks', '$.nextPollAt', data -> '$.nextLookAt'),
     '$.askedAt', '$.looks', '$.nextLookAt')
   WHERE iif(json_valid(data), json_type(data, '$.askedAt'), NULL) = 'integer';`

/** Maturities of bonds, typed by the user. */
const bondTerms = `CREATE TABLE bond_terms (
     symbol     TEXT PRIMARY KEY,
     matures_on TEXT NOT NULL,
     changed_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`

/** The schema of the journal. Append only. Each step must keep the rows, because this data exists nowhere else. */
export const migrations: Migrations = [
  // 1: the choices of the user
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
  // 2: recorded equity, prices and events
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
  // 4: requested reports and their files
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
  // 5: the columns of a watchlist, as JSON; null for the default columns
  `ALTER TABLE watchlist ADD COLUMN columns TEXT;`,
  // 6: the history of orders and their cancellations
  addOrderTables,
  // 7: alert rules and notices
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
  // 8: recorded positions; account and symbol are stored once, not in each row
  `CREATE TABLE recorded_holding (
     key        INTEGER PRIMARY KEY,
     account_id TEXT NOT NULL,
     symbol     TEXT NOT NULL,
     UNIQUE (symbol, account_id)
   ) STRICT;
   CREATE INDEX recorded_holding_of ON recorded_holding (account_id);
   CREATE TABLE recorded_position (
     holding       INTEGER NOT NULL REFERENCES recorded_holding,
     at            INTEGER NOT NULL,
     until         INTEGER NOT NULL CHECK (until >= at),
     quantity      TEXT,
     average_price TEXT,
     price         TEXT,
     follows_gap   INTEGER NOT NULL CHECK (follows_gap IN (0, 1)),
     PRIMARY KEY (holding, at)
   ) STRICT, WITHOUT ROWID;`,
  // 9: kinds that the user chose for transactions
  kindChoices,
  // 10: balances before the first row
  openingBalances,
  // 11: events that an alert has notified about
  notifiedEvents,
  // 12: the recorded distance to a margin call
  recordedMargin,
  // 13: data about the other computers of the user
  addSharedTables,
  // 14: target prices and sections of watchlists
  watchlistTargets,
  // 15: plain names for the times of requests
  requestedTimes,
  // 16: maturities that the user typed for bonds
  bondTerms,
  // 17: groups of rows that the user made
  rowGroups,
  // 18: rows that the service no longer sends, and what changed rows were before
  withdrawnRows,
]
