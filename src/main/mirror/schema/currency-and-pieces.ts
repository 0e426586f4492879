/**
 * Adds what Tidemark finds out about a transaction from the rows beside it: who says its currency, and its pieces. The new
 * columns of the view come last, because PostgreSQL replaces a view only if its columns keep their places.
 */
export const currencyAndPieces = `
  ALTER TABLE tidemark.transaction ADD COLUMN currency_source text, ADD COLUMN moved_pieces numeric;
  COMMENT ON COLUMN tidemark.transaction.currency_source IS
    'Who says the currency: stated (the service), assumed (the only one of the account), or unknown. NULL for a row without money, and for one that only an earlier version sent.';
  COMMENT ON COLUMN tidemark.transaction.moved_pieces IS
    'Pieces, signed, that the row moves because of the rows beside it, for example the end of a bond whose row states no pieces. NULL where it moves those that it states.';
  CREATE OR REPLACE VIEW tidemark.transaction_named AS
    SELECT t.account_id, t.id, t.at, t.day, t.at_text, t.kind, t.kind_rule, t.category, t.name, t.symbol, t.currency,
      t.amount, t.quantity, t.has_trade, t.trade_size, t.trade_price, t.accrued_interest, t.read_at, t.read_by, t.kind_at,
      t.kind_by, i.name AS instrument_name, i.type AS instrument_type, t.currency_source, t.moved_pieces
    FROM tidemark.transaction t LEFT JOIN tidemark.instrument i USING (symbol);`
