/**
 * The table of all instruments, with a search by words. A key contains the class, so that a search that stops early
 * finds traded instruments first. `ticker_key` is null for rows of the old table until their words are added.
 */
export const foundByWords = `
  DROP INDEX instrument_by_ticker;
  ALTER TABLE instrument RENAME TO unread_instrument;
  CREATE TABLE instrument (
    key         INTEGER PRIMARY KEY,
    symbol      TEXT NOT NULL UNIQUE,
    id          TEXT NOT NULL,
    ticker      TEXT NOT NULL,
    mic         TEXT NOT NULL,
    isin        TEXT NOT NULL,
    type        TEXT NOT NULL,
    name        TEXT NOT NULL,
    is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
    gone_at     INTEGER,
    class       INTEGER NOT NULL,
    ticker_key  TEXT,
    isin_key    TEXT,
    name_words  TEXT
  ) STRICT;
  INSERT INTO instrument (key, symbol, id, ticker, mic, isin, type, name, is_archived, class)
    SELECT 15 * 1099511627776 + row_number() OVER (), symbol, id, ticker, mic, isin, type, name, is_archived, 15
    FROM unread_instrument;
  DROP TABLE unread_instrument;
  CREATE INDEX instrument_by_ticker ON instrument (class, ticker_key) WHERE ticker_key IS NOT NULL;
  CREATE INDEX instrument_by_isin ON instrument (isin_key) WHERE isin_key > '';
  CREATE INDEX instrument_unread ON instrument (key) WHERE ticker_key IS NULL;
  CREATE VIRTUAL TABLE instrument_text
    USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='1 2 3');
  CREATE TABLE instrument_word (
    key  INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE instrument_word_part (
    part TEXT NOT NULL,
    word INTEGER NOT NULL REFERENCES instrument_word,
    PRIMARY KEY (part, word)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE instrument_walk (
    only_row        INTEGER PRIMARY KEY CHECK (only_row = 1),
    started_at      INTEGER,
    cursor          TEXT,
    received_count  INTEGER NOT NULL DEFAULT 0,
    malformed_count INTEGER NOT NULL DEFAULT 0,
    ended_at        INTEGER,
    whole_at        INTEGER
  ) STRICT;
  INSERT INTO instrument_walk (only_row) VALUES (1);
  CREATE TABLE instrument_seen (key INTEGER PRIMARY KEY) STRICT;
  DELETE FROM sync_state WHERE job = 'instruments.whole';
  UPDATE sync_state SET cursor = NULL WHERE job = 'instruments';`
