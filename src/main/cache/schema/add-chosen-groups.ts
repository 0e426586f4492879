/**
 * The groups of rows that the user made: a copy of the journal. A group has an effect while all of its rows are stored, so
 * triggers make a group due when one of its rows is stored or changed. `chosen_group` of a row is the group that has an
 * effect; the ledger reads it.
 */
export const chosenGroups = `
  CREATE TABLE chosen_group (
    key         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    kind        TEXT NOT NULL,
    cost_share  TEXT,
    -- The symbol whose cost a spin-off shares; empty for every other kind, and without an effect.
    from_symbol TEXT NOT NULL,
    is_due      INTEGER NOT NULL CHECK (is_due IN (0, 1))
  ) STRICT;
  CREATE INDEX chosen_group_due ON chosen_group (key) WHERE is_due = 1;
  CREATE TABLE chosen_group_row (
    account_id   TEXT NOT NULL,
    id           TEXT NOT NULL,
    chosen_group INTEGER NOT NULL REFERENCES chosen_group ON DELETE CASCADE,
    -- The kind that the group gives the row; null if it gives none.
    kind         TEXT,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX chosen_group_row_of ON chosen_group_row (chosen_group);
  ALTER TABLE account_transaction ADD COLUMN chosen_group INTEGER;
  CREATE TRIGGER chosen_group_row_stored AFTER INSERT ON account_transaction
  WHEN EXISTS (SELECT 1 FROM chosen_group_row) BEGIN
    UPDATE chosen_group SET is_due = 1 WHERE key = (
      SELECT chosen_group FROM chosen_group_row
      WHERE account_id = (SELECT account_id FROM transaction_account WHERE key = NEW.account) AND id = NEW.id);
  END;
  CREATE TRIGGER chosen_group_row_changed AFTER UPDATE OF fetched_at ON account_transaction
  WHEN EXISTS (SELECT 1 FROM chosen_group_row) BEGIN
    UPDATE chosen_group SET is_due = 1 WHERE key = (
      SELECT chosen_group FROM chosen_group_row
      WHERE account_id = (SELECT account_id FROM transaction_account WHERE key = NEW.account) AND id = NEW.id);
  END;`
