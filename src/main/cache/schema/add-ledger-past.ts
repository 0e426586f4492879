/**
 * What accounts were worth on past days and what came in, as it was worked out last, with states to go on from. A change of
 * rows is noted for all of them, in a table of its own because states are long; triggers follow the notes of the ledger.
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
