/** What is held, what it cost and what was paid after each row of a holding, in parts of some rows each. A replay fills it. */
export const ledgerSeries = `
  CREATE TABLE ledger_series (
    holding INTEGER NOT NULL REFERENCES ledger_holding ON DELETE CASCADE,
    from_ms INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    data    BLOB NOT NULL,
    PRIMARY KEY (holding, from_ms, number)
  ) STRICT, WITHOUT ROWID;`
