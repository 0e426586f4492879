/**
 * Tables for sharing between computers: the batches of this computer, every edit with its computer, the content at the last
 * comparison, and the recorded values of all computers.
 */
export const addSharedTables = `CREATE TABLE shared_computer (
     computer TEXT PRIMARY KEY,
     set_id   TEXT NOT NULL,
     name     TEXT NOT NULL,
     counter  INTEGER NOT NULL,
     last_at  INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE shared_batch (
     computer TEXT NOT NULL,
     counter  INTEGER NOT NULL,
     at       INTEGER NOT NULL,
     seen     TEXT NOT NULL,
     own_text TEXT,
     PRIMARY KEY (computer, counter)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE shared_edit (
     item     TEXT NOT NULL,
     field    TEXT NOT NULL,
     computer TEXT NOT NULL,
     counter  INTEGER NOT NULL,
     value    TEXT,
     PRIMARY KEY (item, field, computer, counter)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE shared_base (
     item  TEXT NOT NULL,
     field TEXT NOT NULL,
     value TEXT NOT NULL,
     PRIMARY KEY (item, field)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE shared_value (
     kind        TEXT NOT NULL,
     key         TEXT NOT NULL,
     at          INTEGER NOT NULL,
     computer    TEXT NOT NULL,
     until       INTEGER NOT NULL CHECK (until >= at),
     value       TEXT NOT NULL,
     follows_gap INTEGER NOT NULL CHECK (follows_gap IN (0, 1)),
     is_own      INTEGER NOT NULL CHECK (is_own IN (0, 1)),
     PRIMARY KEY (kind, key, at, computer)
   ) STRICT, WITHOUT ROWID;`
