/**
 * Data derived from the rows: pieces and lots of each holding, with checkpoints from which a late row is replayed, and
 * the changes since the last replay. Triggers record each changed or deleted row; the writer records new rows. Before
 * the first replay nothing is recorded.
 */
export const ledgerTables = `
  CREATE TABLE ledger_change (
    dimension    INTEGER PRIMARY KEY,
    from_ms      INTEGER NOT NULL,
    change_count INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE ledger_basis (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    rules    TEXT NOT NULL,
    is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1))
  ) STRICT;
  CREATE TRIGGER ledger_row_changed AFTER UPDATE ON account_transaction
  WHEN EXISTS (SELECT 1 FROM ledger_basis) BEGIN
    INSERT INTO ledger_change VALUES (OLD.dimension, OLD.at_ms, 1)
      ON CONFLICT DO UPDATE SET from_ms = min(from_ms, excluded.from_ms), change_count = change_count + 1;
    INSERT INTO ledger_change VALUES (NEW.dimension, NEW.at_ms, 1)
      ON CONFLICT DO UPDATE SET from_ms = min(from_ms, excluded.from_ms), change_count = change_count + 1;
  END;
  CREATE TRIGGER ledger_row_removed AFTER DELETE ON account_transaction
  WHEN EXISTS (SELECT 1 FROM ledger_basis) BEGIN
    INSERT INTO ledger_change VALUES (OLD.dimension, OLD.at_ms, 1)
      ON CONFLICT DO UPDATE SET from_ms = min(from_ms, excluded.from_ms), change_count = change_count + 1;
  END;
  CREATE TABLE ledger_holding (
    key       INTEGER PRIMARY KEY,
    account   INTEGER NOT NULL REFERENCES transaction_account,
    symbol    TEXT NOT NULL,
    basis     TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    before_ms INTEGER NOT NULL,
    quantity  TEXT NOT NULL,
    state     TEXT NOT NULL,
    UNIQUE (account, symbol)
  ) STRICT;
  CREATE TABLE ledger_checkpoint (
    holding   INTEGER NOT NULL REFERENCES ledger_holding ON DELETE CASCADE,
    before_ms INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    state     TEXT NOT NULL,
    PRIMARY KEY (holding, before_ms)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE account ADD COLUMN holdings_since INTEGER;`

/**
 * The values and cash flows of accounts on past days, with states from which a replay continues. Each change of rows is
 * recorded for every past, in a separate table because states are long. Triggers copy the changes that are recorded for
 * the ledger.
 */
export const ledgerPast = `
  CREATE TABLE ledger_past (
    key          INTEGER PRIMARY KEY,
    scope        TEXT NOT NULL UNIQUE,
    basis        TEXT NOT NULL,
    quotes_until INTEGER NOT NULL,
    quote_count  INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE ledger_past_change (
    past         INTEGER PRIMARY KEY REFERENCES ledger_past ON DELETE CASCADE,
    from_ms      INTEGER,
    change_count INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE ledger_past_fact (
    past   INTEGER NOT NULL REFERENCES ledger_past ON DELETE CASCADE,
    symbol TEXT NOT NULL,
    facts  TEXT NOT NULL,
    PRIMARY KEY (past, symbol)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_past_state (
    past      INTEGER NOT NULL REFERENCES ledger_past ON DELETE CASCADE,
    before_ms INTEGER NOT NULL,
    state     TEXT NOT NULL,
    UNIQUE (past, before_ms)
  ) STRICT;
  CREATE TABLE ledger_past_worth (
    past  INTEGER NOT NULL REFERENCES ledger_past ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    worth TEXT NOT NULL,
    PRIMARY KEY (past, at_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_past_flow (
    past  INTEGER NOT NULL REFERENCES ledger_past ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    place INTEGER NOT NULL,
    flow  TEXT NOT NULL,
    PRIMARY KEY (past, at_ms, place)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_past_rate (
    past   INTEGER NOT NULL REFERENCES ledger_past ON DELETE CASCADE,
    at_ms  INTEGER NOT NULL,
    symbol TEXT NOT NULL,
    price  TEXT NOT NULL,
    PRIMARY KEY (past, at_ms, symbol)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER ledger_past_noted AFTER INSERT ON ledger_change BEGIN
    UPDATE ledger_past_change
    SET from_ms = min(coalesce(from_ms, NEW.from_ms), NEW.from_ms), change_count = change_count + 1;
  END;
  CREATE TRIGGER ledger_past_noted_again AFTER UPDATE ON ledger_change BEGIN
    UPDATE ledger_past_change
    SET from_ms = min(coalesce(from_ms, NEW.from_ms), NEW.from_ms), change_count = change_count + 1;
  END;`

/** The series of each holding in chunks: quantity, cost and payments after each row. A replay fills it. */
export const ledgerSeries = `
  CREATE TABLE ledger_series (
    holding INTEGER NOT NULL REFERENCES ledger_holding ON DELETE CASCADE,
    from_ms INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    data    BLOB NOT NULL,
    PRIMARY KEY (holding, from_ms, number)
  ) STRICT, WITHOUT ROWID;`
