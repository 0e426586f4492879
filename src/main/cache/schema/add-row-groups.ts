/**
 * What rows are together: a row may move other pieces than it states, because a row beside it belongs to the same event.
 * Candidates are rows that can be in such a group; those that are due are compared with the rows beside them again.
 */
export const rowGroups = `
  ALTER TABLE account_transaction ADD COLUMN moved_pieces TEXT;
  CREATE TABLE transaction_group_candidate (
    account INTEGER NOT NULL REFERENCES transaction_account,
    symbol  TEXT NOT NULL,
    key     INTEGER NOT NULL,
    is_due  INTEGER NOT NULL CHECK (is_due IN (0, 1)),
    PRIMARY KEY (account, symbol, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX transaction_group_candidate_by_key ON transaction_group_candidate (is_due, account, key);
  -- Rows that other rules have given another kind; null while none are counted.
  ALTER TABLE transaction_kind_state ADD COLUMN changed_count INTEGER;`
