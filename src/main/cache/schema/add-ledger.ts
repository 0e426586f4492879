/**
 * What follows from the rows: pieces and lots of each holding, with checkpoints from which a late row is replayed, and the
 * rows that changed since. Triggers note a changed or removed row, whoever changes it; the writer notes new rows. Before the
 * first replay began there is nothing to note.
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
