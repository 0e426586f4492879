import { sign, type Decimal } from '../../../shared/decimal.ts'
import type { Account } from '../../../shared/model/account.ts'
import { convert, type Conversion } from '../currency/convert.ts'

/** Cash in another currency than that of the account. */
export interface ForeignCash {
  readonly currency: string
  /** In the currency of the account; `null` without a rate. */
  readonly value: Decimal | null
}

export const foreignCash = ({ cash }: Pick<Account, 'cash'>, to: Conversion): ForeignCash[] =>
  cash
    .filter(({ amount, currency }) => sign(amount) !== 0 && currency !== to.currency)
    .map(({ amount, currency }) => ({ currency, value: convert(amount, currency, to) }))
