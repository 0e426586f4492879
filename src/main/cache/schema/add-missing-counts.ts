/** Intervals in which the last complete response lacked more stored rows than are noted one by one, with their number. */
export const missingCounts = `
  CREATE TABLE missing_count (
    account   INTEGER NOT NULL REFERENCES transaction_account,
    from_ms   INTEGER NOT NULL,
    to_ms     INTEGER NOT NULL,
    row_count INTEGER NOT NULL CHECK (row_count > 0),
    due_at    INTEGER NOT NULL,
    PRIMARY KEY (account, from_ms),
    CHECK (from_ms < to_ms)
  ) STRICT, WITHOUT ROWID;`
