/** Tables of writers, of the parts that they have sent, and of transactions. */
export const writersAndTransactions = `
  CREATE TABLE tidemark.writer (
    writer        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    identity      text NOT NULL UNIQUE,
    profile       text NOT NULL,
    computer      text NOT NULL,
    first_run_at  timestamptz NOT NULL DEFAULT now(),
    started_at    timestamptz,
    finished_at   timestamptz,
    rows_received bigint
  );
  CREATE TABLE tidemark.part (
    writer      integer NOT NULL REFERENCES tidemark.writer ON DELETE CASCADE,
    subject     text NOT NULL,
    part        text NOT NULL,
    fingerprint text NOT NULL,
    PRIMARY KEY (writer, subject, part)
  );
  CREATE TABLE tidemark.transaction (
    account_id       text NOT NULL,
    id               text NOT NULL,
    at               timestamptz NOT NULL,
    day              date,
    at_text          text NOT NULL,
    kind             text NOT NULL,
    kind_rule        text NOT NULL,
    category         text NOT NULL,
    name             text NOT NULL,
    symbol           text NOT NULL,
    currency         text,
    amount           numeric,
    quantity         numeric,
    has_trade        boolean NOT NULL,
    trade_size       numeric,
    trade_price      numeric,
    accrued_interest numeric,
    read_at          timestamptz NOT NULL,
    read_by          integer NOT NULL,
    kind_at          timestamptz NOT NULL,
    kind_by          integer NOT NULL,
    PRIMARY KEY (account_id, id)
  );
  CREATE INDEX transaction_by_time ON tidemark.transaction (account_id, at);
  CREATE INDEX transaction_by_symbol ON tidemark.transaction (symbol, at) WHERE symbol <> '';
  CREATE TABLE tidemark.transaction_claim (
    writer     integer NOT NULL REFERENCES tidemark.writer ON DELETE CASCADE,
    account_id text NOT NULL,
    id         text NOT NULL,
    part       text NOT NULL,
    read_at    timestamptz NOT NULL,
    kind       text NOT NULL,
    kind_rule  text NOT NULL,
    PRIMARY KEY (account_id, id, writer)
  );
  CREATE INDEX transaction_claim_by_part ON tidemark.transaction_claim (writer, part);
  CREATE TABLE tidemark.transaction_removed (
    account_id text NOT NULL,
    id         text NOT NULL,
    removed_at timestamptz NOT NULL,
    removed_by integer NOT NULL,
    PRIMARY KEY (account_id, id)
  );`

/** Tables of stated figures of accounts, of figures calculated from their rows, of prices, and of recorded values. */
export const statementsAndRecords = `
  CREATE TABLE tidemark.statement (
    subject   text NOT NULL,
    unit      text NOT NULL,
    stated_at timestamptz NOT NULL,
    writer    integer NOT NULL,
    PRIMARY KEY (subject, unit)
  );
  CREATE TABLE tidemark.statement_claim (
    writer    integer NOT NULL REFERENCES tidemark.writer ON DELETE CASCADE,
    subject   text NOT NULL,
    unit      text NOT NULL,
    stated_at timestamptz NOT NULL,
    PRIMARY KEY (subject, unit, writer)
  );
  CREATE TABLE tidemark.account (
    account_id         text PRIMARY KEY,
    type               text NOT NULL,
    status             text NOT NULL,
    equity             numeric,
    unrealized_profit  numeric,
    available_cash     numeric,
    initial_margin     numeric,
    maintenance_margin numeric,
    money_reserved     numeric,
    opened_at          timestamptz,
    is_history_whole   boolean NOT NULL,
    stated_at          timestamptz NOT NULL
  );
  CREATE TABLE tidemark.cash (
    account_id text NOT NULL,
    ordinal    integer NOT NULL,
    currency   text NOT NULL,
    amount     numeric NOT NULL,
    PRIMARY KEY (account_id, ordinal)
  );
  CREATE TABLE tidemark.position (
    account_id         text NOT NULL,
    ordinal            integer NOT NULL,
    symbol             text NOT NULL,
    quantity           numeric,
    average_price      numeric,
    current_price      numeric,
    maintenance_margin numeric,
    daily_profit       numeric,
    unrealized_profit  numeric,
    PRIMARY KEY (account_id, ordinal)
  );
  CREATE TABLE tidemark.lot (
    account_id text NOT NULL,
    symbol     text NOT NULL,
    ordinal    integer NOT NULL,
    quantity   numeric NOT NULL,
    opened_at  timestamptz,
    currency   text,
    cost       numeric,
    PRIMARY KEY (account_id, symbol, ordinal)
  );
  CREATE TABLE tidemark.income (
    account_id        text NOT NULL,
    ordinal           integer NOT NULL,
    day               date NOT NULL,
    symbol            text NOT NULL,
    kind              text NOT NULL,
    state             text NOT NULL,
    late_days         integer NOT NULL,
    expected_low      numeric,
    expected_high     numeric,
    expected_currency text,
    currency          text NOT NULL,
    gross             numeric,
    tax               numeric,
    net               numeric,
    per_piece         numeric,
    pieces_low        numeric,
    pieces_high       numeric,
    source            text NOT NULL,
    rule              text NOT NULL,
    transaction_ids   text[] NOT NULL,
    PRIMARY KEY (account_id, ordinal)
  );
  CREATE INDEX income_by_day ON tidemark.income (day);
  CREATE TABLE tidemark.instrument (
    symbol text PRIMARY KEY,
    name   text,
    type   text
  );
  CREATE TABLE tidemark.quote (
    symbol    text PRIMARY KEY,
    at        timestamptz,
    at_text   text,
    bid       numeric,
    ask       numeric,
    last      numeric,
    last_size numeric,
    open      numeric,
    high      numeric,
    low       numeric,
    close     numeric,
    change    numeric,
    volume    numeric,
    turnover  numeric,
    read_at   timestamptz NOT NULL
  );
  CREATE TABLE tidemark.recorded_equity (
    writer     integer NOT NULL REFERENCES tidemark.writer ON DELETE CASCADE,
    account_id text NOT NULL,
    at         timestamptz NOT NULL,
    until      timestamptz NOT NULL,
    equity     numeric NOT NULL,
    PRIMARY KEY (writer, account_id, at)
  );
  CREATE INDEX recorded_equity_by_time ON tidemark.recorded_equity (account_id, at);
  CREATE TABLE tidemark.recorded_quote (
    writer integer NOT NULL REFERENCES tidemark.writer ON DELETE CASCADE,
    symbol text NOT NULL,
    at     timestamptz NOT NULL,
    last   numeric NOT NULL,
    PRIMARY KEY (writer, symbol, at)
  );
  CREATE INDEX recorded_quote_by_time ON tidemark.recorded_quote (symbol, at);`
