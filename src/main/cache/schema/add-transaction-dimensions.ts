/**
 * The tables for the list of transactions. Values that rows share are one dimension (still called kind here); an index
 * lists its rows in time order. Sums by day and month are stored with the rows: whole units in two halves of 32 bits,
 * so that no sum overflows. Released: never edit it.
 */
export const dimensionsAndSums = `CREATE TABLE transaction_kind (
     key       INTEGER PRIMARY KEY,
     account   INTEGER NOT NULL REFERENCES transaction_account,
     subject   INTEGER NOT NULL REFERENCES transaction_subject,
     category  INTEGER NOT NULL,
     currency  INTEGER NOT NULL,
     has_trade INTEGER NOT NULL CHECK (has_trade IN (0, 1)),
     UNIQUE (subject, account, currency, has_trade)
   ) STRICT;
   INSERT INTO transaction_kind (account, subject, category, currency, has_trade)
     SELECT DISTINCT account, subject, category, coalesce(currency, 0), has_trade FROM account_transaction;

   CREATE TABLE kinded_transaction (
     key              INTEGER PRIMARY KEY,
     account          INTEGER NOT NULL,
     id               TEXT NOT NULL,
     kind             INTEGER NOT NULL REFERENCES transaction_kind,
     at_ms            INTEGER NOT NULL,
     at_text          TEXT,
     units            INTEGER,
     nanos            INTEGER CHECK (nanos BETWEEN -999999999 AND 999999999),
     change_quantity  TEXT,
     size             TEXT,
     price            TEXT,
     accrued_interest TEXT,
     fetched_at       INTEGER NOT NULL,
     UNIQUE (account, id),
     CHECK ((units IS NULL) = (nanos IS NULL))
   ) STRICT;
   INSERT INTO kinded_transaction
     SELECT t.key, t.account, t.id, k.key, t.at_ms, t.at_text, t.units, t.nanos, t.change_quantity, t.size, t.price,
            t.accrued_interest, t.fetched_at
     FROM account_transaction t
     JOIN transaction_kind k ON k.subject = t.subject AND k.account = t.account AND k.has_trade = t.has_trade
                            AND k.currency = coalesce(t.currency, 0)
     ORDER BY t.key;
   DROP TABLE account_transaction;
   ALTER TABLE kinded_transaction RENAME TO account_transaction;
   CREATE INDEX transaction_by_kind ON account_transaction (kind);
   CREATE INDEX transaction_by_units ON account_transaction (units, kind) WHERE units IS NOT NULL;

   CREATE TABLE transaction_spill (longest_ms INTEGER NOT NULL) STRICT;
   INSERT INTO transaction_spill
     SELECT max(0, coalesce(max((key >> 10) - min(8790000000000, max(-8790000000000, at_ms))), 0)) FROM account_transaction;

   CREATE TABLE transaction_day (
     account    INTEGER NOT NULL,
     day        INTEGER NOT NULL,
     category   INTEGER NOT NULL,
     currency   INTEGER NOT NULL,
     row_count  INTEGER NOT NULL,
     units_high INTEGER NOT NULL,
     units_low  INTEGER NOT NULL,
     nanos      INTEGER NOT NULL,
     PRIMARY KEY (account, day, category, currency)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE transaction_month (
     account    INTEGER NOT NULL,
     month      INTEGER NOT NULL,
     category   INTEGER NOT NULL,
     currency   INTEGER NOT NULL,
     row_count  INTEGER NOT NULL,
     units_high INTEGER NOT NULL,
     units_low  INTEGER NOT NULL,
     nanos      INTEGER NOT NULL,
     PRIMARY KEY (account, month, category, currency)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO transaction_day
     SELECT k.account, (t.at_ms - ((t.at_ms % 86400000) + 86400000) % 86400000) / 86400000 AS day, k.category, k.currency,
            count(*), coalesce(sum(t.units >> 32), 0), coalesce(sum(t.units & 4294967295), 0), coalesce(sum(t.nanos), 0)
     FROM account_transaction t
     JOIN transaction_kind k ON k.key = t.kind
     GROUP BY 1, 2, 3, 4;
   INSERT INTO transaction_month
     SELECT account, strftime('%Y', day * 86400, 'unixepoch') * 12 + strftime('%m', day * 86400, 'unixepoch') - 1 AS month,
            category, currency, sum(row_count), sum(units_high), sum(units_low), sum(nanos)
     FROM transaction_day GROUP BY 1, 2, 3, 4;

   ALTER TABLE transaction_subject ADD COLUMN mic TEXT;
   ALTER TABLE transaction_subject ADD COLUMN instrument_name TEXT;
   ALTER TABLE transaction_subject ADD COLUMN folded TEXT;
   CREATE INDEX transaction_subject_by_symbol ON transaction_subject (symbol);
   CREATE INDEX transaction_subject_by_mic ON transaction_subject (mic);
   CREATE INDEX transaction_subject_unread ON transaction_subject (key) WHERE folded IS NULL;
   CREATE VIRTUAL TABLE transaction_text
     USING fts5(folded, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');`
