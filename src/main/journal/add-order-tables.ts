/** Tables of the history of orders, and of their cancellations with each step. */
export const addOrderTables = `CREATE TABLE order_account (
     account_id    TEXT PRIMARY KEY,
     first_read_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE order_seen (
     account_id    TEXT NOT NULL,
     order_id      TEXT NOT NULL,
     data          TEXT NOT NULL,
     first_seen_at INTEGER NOT NULL,
     gone_at       INTEGER,
     PRIMARY KEY (account_id, order_id)
   ) STRICT;
   CREATE INDEX order_seen_listed ON order_seen (account_id) WHERE gone_at IS NULL;
   CREATE TABLE order_change (
     number     INTEGER PRIMARY KEY,
     account_id TEXT NOT NULL,
     order_id   TEXT NOT NULL,
     seen_at    INTEGER NOT NULL,
     kind       TEXT NOT NULL,
     status     TEXT NOT NULL,
     executed   TEXT,
     filled_by  TEXT,
     symbol     TEXT NOT NULL
   ) STRICT;
   CREATE INDEX order_change_of ON order_change (account_id, order_id);
   CREATE INDEX order_change_by_account ON order_change (account_id, number);
   CREATE TABLE order_cancel (
     number         INTEGER PRIMARY KEY,
     id             TEXT NOT NULL UNIQUE,
     plan_id        TEXT NOT NULL,
     scope          TEXT NOT NULL,
     account_id     TEXT NOT NULL,
     order_id       TEXT NOT NULL,
     state          TEXT NOT NULL,
     is_settled     INTEGER NOT NULL CHECK (is_settled IN (0, 1)),
     answer         TEXT,
     said_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (said_cancelled IN (0, 1)),
     before         TEXT NOT NULL,
     name           TEXT,
     executed       TEXT,
     remaining      TEXT,
     asked_at       INTEGER NOT NULL,
     changed_at     INTEGER NOT NULL
   ) STRICT;
   -- One attempt at a time for an order, whoever asks.
   CREATE UNIQUE INDEX order_cancel_under_way ON order_cancel (account_id, order_id) WHERE is_settled = 0;
   CREATE INDEX order_cancel_of ON order_cancel (account_id, order_id, number);
   CREATE TABLE order_cancel_step (
     number        INTEGER PRIMARY KEY,
     cancel_number INTEGER NOT NULL REFERENCES order_cancel,
     at            INTEGER NOT NULL,
     state         TEXT NOT NULL,
     words         TEXT NOT NULL
   ) STRICT;
   CREATE INDEX order_cancel_step_of ON order_cancel_step (cancel_number);`
