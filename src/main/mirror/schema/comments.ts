/** What each table and column holds, with its unit, for whoever looks with psql or a dashboard. */
const tables: Readonly<Record<string, readonly [about: string, columns: Readonly<Record<string, string>>]>> = {
  writer: [
    'One row for each profile on each computer that writes here.',
    {
      identity: 'A hash of the computer and of the folder of the profile.',
      profile: 'Id of the profile.',
      computer: 'Name of the computer.',
      first_run_at: 'When its first run began.',
      started_at: 'When its last run began.',
      finished_at: 'When its last whole run ended; before that the tables may be of several moments.',
      rows_received: 'Rows that the last whole run sent.',
    },
  ],
  part: [
    'What each writer has sent, by parts of a table. A part is sent again when its fingerprint is another one.',
    {
      subject: 'Which tables.',
      part: 'A span of time of transactions; an account or a symbol of other tables.',
      fingerprint: 'SHA-256 of the rows as the writer had them.',
    },
  ],
  transaction: [
    'Every transaction. Unique by account and id: two rows with equal content are two real transactions.',
    {
      id: 'Of the service.',
      at: 'Instant of the service, to the millisecond.',
      day: 'The day as the service writes it in at_text.',
      at_text: 'The time as the service sent it.',
      kind: 'What it is; unknown where neither a rule nor a person says it.',
      kind_rule: 'How the kind was found: person, trade, category, type, event, words, or none.',
      category: 'Of the service.',
      name: 'As the service names it.',
      symbol: 'TICKER@MIC; empty for money alone.',
      currency: 'Of amount and accrued_interest.',
      amount: 'Money in currency, signed: what the account gained or paid. Exact. NULL for a row without money.',
      quantity: 'Pieces, signed, as sent.',
      has_trade: 'Whether the service described a trade.',
      trade_size: 'Pieces of the trade.',
      trade_price: 'Price of one piece; a bond in percent of its face value.',
      accrued_interest: 'Money in currency.',
      read_at: 'When this content was first read from the service.',
      read_by: 'The writer that read it.',
      kind_at: 'When a writer first said this kind.',
      kind_by: 'The writer that said it.',
    },
  ],
  transaction_claim: [
    'Which writer holds which transaction. A row that its writer no longer holds, in a period that is loaded, was removed.',
    {
      id: 'Of the service.',
      part: 'The part in which it was sent last.',
      read_at: 'When this writer read the content it holds.',
      kind: 'As this writer said it last.',
      kind_rule: 'As this writer said it last.',
    },
  ],
  transaction_removed: [
    'Removed transactions: an older state of another computer does not bring them back.',
    {
      id: 'Of the service.',
      removed_at: 'The moment of the state in which the row was missing.',
      removed_by: 'The writer that missed it.',
    },
  ],
  statement: [
    'Which writer stated an account, a quote or an instrument last. The newest statement counts.',
    {
      subject: 'account, quote or instrument.',
      unit: 'Account id or symbol.',
      stated_at: 'When the service stated it.',
    },
  ],
  statement_claim: [
    'Which writer holds which account, quote and instrument.',
    {
      subject: 'account, quote or instrument.',
      unit: 'Account id or symbol.',
      stated_at: 'When the service stated it.',
    },
  ],
  account: [
    'The accounts as the service last stated them.',
    {
      type: 'As sent.',
      status: 'As sent.',
      equity: 'Money, as sent: the service names no currency for it.',
      unrealized_profit: 'Money, as sent, without a currency.',
      available_cash: 'Money, as sent, without a currency.',
      initial_margin: 'Money, as sent, without a currency.',
      maintenance_margin: 'Money, as sent, without a currency.',
      money_reserved: 'Money, as sent, without a currency.',
      opened_at: 'When the account was opened; NULL where the service does not say it.',
      is_history_whole: 'Whether all transactions of the account are loaded: without it lots and income are not known.',
      stated_at: 'When the service stated it.',
    },
  ],
  cash: [
    'The money of each account, by currency, as last stated.',
    { ordinal: 'Order of the service, from 0.', currency: 'Of amount.', amount: 'Money in currency. Exact.' },
  ],
  position: [
    'The positions of each account as last stated.',
    {
      ordinal: 'Order of the service, from 0.',
      symbol: 'TICKER@MIC.',
      quantity: 'Pieces, signed.',
      average_price: 'Price of one piece; a bond in percent of its face value.',
      current_price: 'Price of one piece; a bond in percent of its face value.',
      maintenance_margin: 'Money, as sent.',
      daily_profit: 'Money, as sent.',
      unrealized_profit: 'Money, as sent.',
    },
  ],
  lot: [
    'Open lots, worked out from the transactions by the method that the writer chose.',
    {
      symbol: 'TICKER@MIC.',
      ordinal: 'Order of the lots of an instrument, from 0.',
      quantity: 'Pieces; negative for a short lot.',
      opened_at: 'NULL where it is not known.',
      currency: 'Of the cost; NULL where the cost is not known.',
      cost: 'Money for all pieces, without accrued interest; NULL where it is not known.',
    },
  ],
  income: [
    'Dividends, coupons and repayments: what was expected, and what came.',
    {
      ordinal: 'Order by day, from 0.',
      day: 'Of the event, as the service states it; of the first row where there is no event.',
      symbol: 'TICKER@MIC; empty where the rows name no instrument.',
      kind: 'What is paid.',
      state: 'Whether it came.',
      late_days: 'Whole days.',
      expected_low: 'Money in expected_currency; NULL where it is not known.',
      expected_high: 'Money in expected_currency; NULL where it is not known.',
      expected_currency: 'Of the event.',
      currency: 'Of gross, tax and net.',
      gross: 'Money received before tax; NULL where nothing came.',
      tax: 'Money withheld by rows of their own.',
      net: 'Gross less tax.',
      per_piece: 'Money for one piece.',
      pieces_low: 'Pieces held at the day, at least.',
      pieces_high: 'Pieces held at the day, at most.',
      source: 'event: of the service; projection: calculated; rows: only rows.',
      rule: 'How state and expected amount were found.',
      transaction_ids: 'Ids of the rows that paid it.',
    },
  ],
  instrument: [
    'Instruments that appear in the other tables.',
    { symbol: 'TICKER@MIC.', name: 'NULL where it is not known.', type: 'As sent.' },
  ],
  quote: [
    'The newest quote of each instrument. Prices are of one piece; a bond in percent of its face value.',
    {
      symbol: 'TICKER@MIC.',
      at: 'Instant of the service; NULL where it sent none.',
      at_text: 'The time as the service sent it, with microseconds.',
      bid: 'NULL where there is none.',
      ask: 'NULL where there is none.',
      last: 'Price of the last trade.',
      open: 'Of the day.',
      high: 'Of the day.',
      low: 'Of the day.',
      change: 'Last less close, as sent.',
      last_size: 'Pieces.',
      close: 'Of the day before.',
      volume: 'Pieces of the day.',
      turnover: 'Money of the day.',
      read_at: 'When it was read.',
    },
  ],
  recorded_equity: [
    'Equity as each computer recorded it: the service keeps no history. Without a currency.',
    { at: 'From then on.', until: 'It stayed the same until then.', equity: 'Money, as sent, without a currency.' },
  ],
  recorded_quote: [
    'Last prices as each computer recorded them.',
    {
      symbol: 'TICKER@MIC.',
      at: 'Instant of the quote.',
      last: 'Price of one piece; a bond in percent of its face value.',
    },
  ],
}

const columnsOfAll: Readonly<Record<string, string>> = {
  account_id: 'Account id of the service.',
  writer: 'The writer, of the table writer.',
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Comments of all tables that exist after the first step. */
export const comments = Object.entries(tables)
  .flatMap(([table, [about, columns]]) => [
    `COMMENT ON TABLE tidemark.${table} IS ${literal(about)};`,
    ...Object.entries(columns).map(
      ([column, words]) => `COMMENT ON COLUMN tidemark.${table}.${column} IS ${literal(words)};`,
    ),
  ])
  .join('\n')

/** Columns that mean the same wherever they are. */
export const commonComments = `DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'tidemark' AND t.table_type = 'BASE TABLE' AND c.column_name IN (${Object.keys(columnsOfAll)
      .map(literal)
      .join(', ')})
  LOOP
    EXECUTE format('COMMENT ON COLUMN tidemark.%I.%I IS %L', found.table_name, found.column_name,
      CASE found.column_name ${Object.entries(columnsOfAll)
        .map(([column, words]) => `WHEN ${literal(column)} THEN ${literal(words)}`)
        .join(' ')} END);
  END LOOP;
END $$;`
