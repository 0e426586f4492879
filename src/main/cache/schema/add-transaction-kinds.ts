/**
 * The kind of a transaction, and the rule that found it, are part of its dimension; sums by day and month are by kind too.
 * Old rows have an unknown kind until the review of kinds has read them. Sums stay exact.
 *
 * Rows refer to dimensions while the table of dimensions is replaced, so references are checked when the step commits.
 */
export const transactionKinds = `
  PRAGMA defer_foreign_keys = ON;
  CREATE TABLE transaction_kind (
    key  INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  INSERT INTO transaction_kind (key, name) VALUES (1, 'unknown');

  CREATE TEMP TABLE kept_dimension AS SELECT * FROM transaction_dimension;
  DROP TABLE transaction_dimension;
  CREATE TABLE transaction_dimension (
    key       INTEGER PRIMARY KEY,
    account   INTEGER NOT NULL REFERENCES transaction_account,
    subject   INTEGER NOT NULL REFERENCES transaction_subject,
    category  INTEGER NOT NULL,
    currency  INTEGER NOT NULL,
    has_trade INTEGER NOT NULL CHECK (has_trade IN (0, 1)),
    kind      INTEGER NOT NULL REFERENCES transaction_kind,
    rule      TEXT NOT NULL,
    UNIQUE (subject, account, currency, has_trade, kind, rule)
  ) STRICT;
  INSERT INTO transaction_dimension
    SELECT key, account, subject, category, currency, has_trade, 1, 'none' FROM kept_dimension;
  DROP TABLE temp.kept_dimension;

  -- Dimensions whose rows must be read again, and the last key that was read.
  CREATE TABLE transaction_kind_due (
    dimension INTEGER PRIMARY KEY,
    after_key INTEGER NOT NULL
  ) STRICT;
  INSERT INTO transaction_kind_due SELECT key, -9007199254740991 FROM transaction_dimension;
  -- The version changes whenever a kind that was found before may be another one now.
  CREATE TABLE transaction_kind_state (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    version  INTEGER NOT NULL,
    rules    TEXT NOT NULL
  ) STRICT;
  INSERT INTO transaction_kind_state VALUES (1, 1, '');

  -- What the user chose: a copy of the journal, read while rows are stored.
  CREATE TABLE transaction_kind_choice (
    target TEXT PRIMARY KEY,
    kind   TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE transaction_subject ADD COLUMN instrument_type TEXT;
  UPDATE transaction_subject SET instrument_type =
    coalesce((SELECT nullif(json_extract(d.data, '$.type'), '') FROM instrument_details d WHERE d.symbol = transaction_subject.symbol),
             (SELECT nullif(i.type, '') FROM instrument i WHERE i.symbol = transaction_subject.symbol));

  ALTER TABLE transaction_day RENAME TO kept_day;
  ALTER TABLE transaction_month RENAME TO kept_month;
  CREATE TABLE transaction_day (
    account    INTEGER NOT NULL,
    day        INTEGER NOT NULL,
    category   INTEGER NOT NULL,
    kind       INTEGER NOT NULL,
    currency   INTEGER NOT NULL,
    row_count  INTEGER NOT NULL,
    units_high INTEGER NOT NULL,
    units_low  INTEGER NOT NULL,
    nanos      INTEGER NOT NULL,
    PRIMARY KEY (account, day, category, kind, currency)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE transaction_month (
    account    INTEGER NOT NULL,
    month      INTEGER NOT NULL,
    category   INTEGER NOT NULL,
    kind       INTEGER NOT NULL,
    currency   INTEGER NOT NULL,
    row_count  INTEGER NOT NULL,
    units_high INTEGER NOT NULL,
    units_low  INTEGER NOT NULL,
    nanos      INTEGER NOT NULL,
    PRIMARY KEY (account, month, category, kind, currency)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO transaction_day
    SELECT account, day, category, 1, currency, row_count, units_high, units_low, nanos FROM kept_day;
  INSERT INTO transaction_month
    SELECT account, month, category, 1, currency, row_count, units_high, units_low, nanos FROM kept_month;
  DROP TABLE kept_day;
  DROP TABLE kept_month;`
