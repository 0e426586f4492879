/**
 * Rows that could not be read: those that are not stored, and the fields that a stored row lacks. Rows that an earlier version
 * did not store are counted when their time is read again, which is due now.
 */
export const unreadableRows = `
  CREATE TABLE unreadable_row (
    key     INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES transaction_account,
    -- The row has a time in this interval.
    from_ms INTEGER NOT NULL,
    to_ms   INTEGER NOT NULL,
    -- Null where it could not be read either.
    id      TEXT,
    CHECK (from_ms < to_ms)
  ) STRICT;
  CREATE INDEX unreadable_row_by_time ON unreadable_row (account, from_ms);
  CREATE UNIQUE INDEX unreadable_row_by_id ON unreadable_row (account, id) WHERE id IS NOT NULL;
  -- The names of the fields, separated by spaces; null where all could be read.
  ALTER TABLE account_transaction ADD COLUMN unreadable TEXT;
  CREATE INDEX transaction_by_unreadable ON account_transaction (account) WHERE unreadable IS NOT NULL;
  UPDATE history_rereading SET due_at = 0
    WHERE reached_at IS NULL AND EXISTS (SELECT 1 FROM malformed WHERE endpoint IN ('listTransactions', 'transactions'));`
