/**
 * Stored rows that complete responses for their time lack, until that is certain; and the content of rows that were changed,
 * until the journal has it. A group of the user is due when one of its rows is deleted.
 */
export const missingRows = `
  CREATE TABLE missing_row (
    account    INTEGER NOT NULL REFERENCES transaction_account,
    id         TEXT NOT NULL,
    -- The interval that is read again: that of the first complete response without the row, or what is left of it.
    from_ms    INTEGER NOT NULL,
    to_ms      INTEGER NOT NULL,
    is_of_many INTEGER NOT NULL CHECK (is_of_many IN (0, 1)),
    since      INTEGER NOT NULL,
    -- The responses that count, when the last of them was requested, and its number of rows.
    readings   INTEGER NOT NULL CHECK (readings > 0),
    counted_at INTEGER NOT NULL,
    received   INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,
    PRIMARY KEY (account, id),
    CHECK (from_ms < to_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE changed_row (
    key        INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    content    TEXT NOT NULL,
    until      INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER chosen_group_row_removed AFTER DELETE ON account_transaction
  WHEN EXISTS (SELECT 1 FROM chosen_group_row) BEGIN
    UPDATE chosen_group SET is_due = 1 WHERE key = (
      SELECT chosen_group FROM chosen_group_row
      WHERE account_id = (SELECT account_id FROM transaction_account WHERE key = OLD.account) AND id = OLD.id);
  END;`
