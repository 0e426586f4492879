/** Views for dashboards. Money of different currencies is never added. */
export const views = `
  CREATE VIEW tidemark.transaction_named AS
    SELECT t.*, i.name AS instrument_name, i.type AS instrument_type
    FROM tidemark.transaction t LEFT JOIN tidemark.instrument i USING (symbol);
  COMMENT ON VIEW tidemark.transaction_named IS 'Transactions with the name and type of their instrument.';

  CREATE VIEW tidemark.cash_flow_by_month AS
    SELECT account_id, date_trunc('month', day)::date AS month, kind, currency, count(*) AS rows, sum(amount) AS amount
    FROM tidemark.transaction WHERE amount IS NOT NULL GROUP BY 1, 2, 3, 4;
  COMMENT ON VIEW tidemark.cash_flow_by_month IS 'Money by account, month (of the service''s days), kind and currency.';

  CREATE VIEW tidemark.income_by_month AS
    SELECT account_id, date_trunc('month', day)::date AS month, kind, currency, sum(gross) AS gross, sum(tax) AS tax, sum(net) AS net
    FROM tidemark.income WHERE gross IS NOT NULL GROUP BY 1, 2, 3, 4;
  COMMENT ON VIEW tidemark.income_by_month IS 'Received income by account, month, kind and currency.';

  CREATE VIEW tidemark.position_named AS
    SELECT p.*, i.name AS instrument_name, i.type AS instrument_type, q.last, q.at AS quoted_at
    FROM tidemark.position p
    LEFT JOIN tidemark.instrument i USING (symbol)
    LEFT JOIN tidemark.quote q USING (symbol);
  COMMENT ON VIEW tidemark.position_named IS 'Positions with the name of their instrument and its newest quote.';

  CREATE VIEW tidemark.lot_named AS
    SELECT l.*, i.name AS instrument_name FROM tidemark.lot l LEFT JOIN tidemark.instrument i USING (symbol);
  COMMENT ON VIEW tidemark.lot_named IS 'Open lots with the name of their instrument.';

  CREATE VIEW tidemark.equity AS
    SELECT account_id, at, max(until) AS until, CASE WHEN count(DISTINCT equity) = 1 THEN min(equity) END AS equity
    FROM tidemark.recorded_equity GROUP BY account_id, at;
  COMMENT ON VIEW tidemark.equity IS
    'Equity over time, of all computers. NULL where two of them recorded different figures at one instant.';

  CREATE VIEW tidemark.price AS
    SELECT DISTINCT ON (symbol, at) symbol, at, last FROM tidemark.recorded_quote ORDER BY symbol, at, writer;
  COMMENT ON VIEW tidemark.price IS 'Recorded prices over time, of all computers, each instant once.';

  CREATE VIEW tidemark.freshness AS
    SELECT writer, profile, computer, started_at, finished_at, now() - finished_at AS age, rows_received FROM tidemark.writer;
  COMMENT ON VIEW tidemark.freshness IS 'When each computer last wrote.';`
