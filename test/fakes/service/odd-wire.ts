/** A transaction of `OddService`. */
export interface OddRow {
  readonly id: string
  readonly timestamp: string
  readonly name: string
  /** In roubles; 12.34 by default. */
  readonly change?: { readonly units: string; readonly nanos: number }
  /** The row is sent malformed. */
  readonly isMalformed?: boolean
}

/** UTC ms, with the fraction of a millisecond. */
export const instantOf = (text: string): number => {
  const [, whole = '', fraction = ''] = /^(.*?)(\.\d+)?Z$/.exec(text) ?? []
  return Date.parse(`${whole}Z`) + Number(`0${fraction}`) * 1_000
}

export const transactionToWire = ({ id, timestamp, name, change, isMalformed = false }: OddRow) => ({
  id,
  category: 'DEPOSIT',
  transaction_category: 'DEPOSIT',
  timestamp: isMalformed ? 'yesterday' : timestamp,
  symbol: '',
  transaction_name: name,
  change: { currency_code: 'RUB', units: '12', nanos: 340_000_000, ...change },
})

export const sessionToWire = (accountIds: readonly string[], now = Date.now()) => ({
  created_at: new Date(now).toISOString(),
  expires_at: new Date(now + 86_400_000).toISOString(),
  md_permissions: [],
  account_ids: accountIds,
  readonly: true,
})

export const accountToWire = (id: string, openAccountDate: string | null) => ({
  account_id: id,
  type: 'UNION',
  status: 'ACCOUNT_ACTIVE',
  equity: { value: '0.0' },
  unrealized_profit: { value: '0.0' },
  positions: [],
  cash: [],
  portfolio_mc: {
    available_cash: { value: '0' },
    initial_margin: { value: '0' },
    maintenance_margin: { value: '0' },
  },
  ...(openAccountDate === null ? {} : { open_account_date: openAccountDate }),
})
