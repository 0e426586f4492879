/** By table: its comment, and the comments of its columns. */
export type TableComments = Readonly<
  Record<string, readonly [about: string, columns: Readonly<Record<string, string>>]>
>

/** The tables of writers and transactions, in the words of a reader who uses psql or a dashboard: each table and column with its unit. */
export const transactionComments: TableComments = {
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
      kind_rule: 'How the kind was found: person, neighbours, trade, category, type, event, words, or none.',
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
}
