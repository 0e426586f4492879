import type { TransactionKind } from '../../shared/model/transaction/kind.ts'
import type { LedgerDimension } from '../cache/ledger/rows.ts'

const ofCategory: Readonly<Record<string, TransactionKind>> = {
  COMMISSION: 'commission',
  CONTRACT_TERMINATION: 'contract-termination',
  DEPOSIT: 'deposit',
  FINE: 'fine',
  INHERITANCE: 'inheritance',
  LOAN: 'loan',
  TAX: 'tax',
  WITHDRAW: 'withdrawal',
}

const words: readonly (readonly [RegExp, TransactionKind])[] = [
  [/дивиденд|dividend/iu, 'dividend'],
  [/купон|coupon/iu, 'coupon'],
  [/частичное погашение|амортизаци|amorti[sz]ation/iu, 'amortization'],
  [/погашение|redemption/iu, 'redemption'],
  [/вариационная маржа|variation margin/iu, 'variation-margin'],
  [/экспирация|исполнение|expiration|exercise/iu, 'expiration'],
  [/сплит|дробление|консолидация|конвертация|split|conversion/iu, 'split'],
]

/**
 * The kind of a row as far as the replay needs it: by its trade, its category and a few words of its name. It stands in for
 * the stored kind and is replaced by it as soon as rows carry one.
 */
export function kindOfRow(dimension: LedgerDimension, moneySign: number, quantitySign: number): TransactionKind {
  const { hasTrade, category, name, symbol } = dimension
  if (hasTrade) return tradeKind(name, moneySign, quantitySign)
  const word = words.find(([pattern]) => pattern.test(name))
  if (word !== undefined && category !== 'TAX' && category !== 'COMMISSION') return word[1]
  if (category === 'TRANSFER' && symbol !== '' && quantitySign !== 0) {
    return quantitySign > 0 ? 'securities-transfer-in' : 'securities-transfer-out'
  }
  return ofCategory[category] ?? 'unknown'
}

function tradeKind(name: string, moneySign: number, quantitySign: number): TransactionKind {
  if (moneySign !== 0) return moneySign < 0 ? 'buy' : 'sell'
  if (quantitySign !== 0) return quantitySign > 0 ? 'buy' : 'sell'
  if (/покупка|buy|purchase/iu.test(name)) return 'buy'
  return /продажа|sell|sale/iu.test(name) ? 'sell' : 'unknown'
}
