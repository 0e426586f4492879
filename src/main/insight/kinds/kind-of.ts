import type { KindRule, TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { EventKind } from './events-near.ts'
import { namedMeaning, namedSide, names } from './named-meaning.ts'

/** The sign of an amount or of a quantity; 0 for zero. */
export type Sign = -1 | 0 | 1

/** The facts of a transaction from which its kind is found. */
export interface KindFacts {
  readonly category: string
  readonly name: string
  /** Empty if the transaction moves only money. */
  readonly symbol: string
  /** The instrument type as the service sends it; `null` while it is not known. */
  readonly instrumentType: string | null
  readonly hasTrade: boolean
  /** Whether it is the trade of a currency pair that is named an exchange: see `statesBothAmounts`. */
  readonly hasBothAmounts: boolean
  /** The sign of the amount of money; 0 without money. */
  readonly moneySign: Sign
  /** The sign of the change of the position; of the size of the trade if that is negative; 0 without pieces. */
  readonly quantitySign: Sign
  /** Kinds of the corporate events of the symbol that match in date and amount: see `eventsNear`. */
  readonly nearEvents: readonly EventKind[]
}

/** A kind and the rule that decided it. */
export interface FoundKind {
  readonly kind: TransactionKind
  readonly rule: KindRule
}

/** Increase this number when the rules of this folder change: the kinds of stored rows are then found again. */
export const kindRulesVersion = 6

type FindKind = (facts: KindFacts) => TransactionKind | null

/** Categories that decide the kind without the other fields. */
const plainCategories: ReadonlyMap<string, TransactionKind> = new Map([
  ['TAX', 'tax'],
  ['COMMISSION', 'commission'],
  ['FINE', 'fine'],
  ['DEPOSIT', 'deposit'],
  ['WITHDRAW', 'withdrawal'],
  ['INHERITANCE', 'inheritance'],
  ['LOAN', 'loan'],
  ['CONTRACT_TERMINATION', 'contract-termination'],
])
/** Whether a category is a payment whose kind depends on the instrument. */
const isPayment = (category: string): boolean => category === 'INCOME' || category === 'OUTCOMES'
/** Whether a category is exact: only a name of a reversal is a better source. */
const isStated = (category: string): boolean => plainCategories.has(category) && !movements.has(category)
const movements: ReadonlySet<string> = new Set(['DEPOSIT', 'WITHDRAW'])
const isPlain = (category: string): boolean => category === 'TRANSFER' || plainCategories.has(category)

/** Whether this is a trade. The service gives trades the category "other"; no other category is a trade. */
const isTrade = ({ hasTrade, category }: KindFacts): boolean => hasTrade && !isPlain(category) && !isPayment(category)

/** The kind of a transfer: of securities if pieces move, otherwise of cash. The sign gives the direction. */
function transferKind({ moneySign, quantitySign }: KindFacts): TransactionKind | null {
  if (quantitySign !== 0) return quantitySign > 0 ? 'securities-transfer-in' : 'securities-transfer-out'
  if (moneySign !== 0) return moneySign > 0 ? 'cash-transfer-in' : 'cash-transfer-out'
  return null
}

/** Whether no pieces move, neither by a trade nor otherwise. */
const movesOnlyMoney = ({ moneySign, quantitySign, hasTrade }: KindFacts): boolean =>
  moneySign !== 0 && quantitySign === 0 && !hasTrade

function namedKind(facts: KindFacts): TransactionKind | null {
  const meaning = namedMeaning(facts.name)
  switch (meaning) {
    case 'loan':
      if (facts.quantitySign !== 0) return 'securities-loan'
      // A loan of securities moves pieces or nothing: money of the category "income" is what the loan pays.
      return facts.category === 'INCOME' && facts.moneySign !== 0 ? 'other-income' : 'loan'
    case 'repo':
      return movesOnlyMoney(facts) && names(facts.name, 'interest') ? 'interest' : 'repo'
    case 'blocked-money':
      return movesOnlyMoney(facts) ? 'blocked-money' : null
    case 'transfer':
    case 'own-transfer':
      return transferKind(facts)
    case 'split':
      // A row without pieces is the payment for a fraction of a piece, or a part of the payment of a merger.
      if (!movesOnlyMoney(facts)) return meaning
      return facts.moneySign > 0 ? 'other-income' : null
    default:
      return meaning
  }
}

/** Whether a kind returns face value: the event knows better than a name whether some of it is left. */
const repays = (kind: TransactionKind | null): boolean => kind === 'amortization' || kind === 'redemption'

/** Whether the name of a transaction says that it returns face value. */
export const isNamedRepayment = (facts: KindFacts): boolean => repays(namedKind(facts))

/** Kinds of pieces that the category "transfer" carries beside transfers. */
const eventKinds: readonly (TransactionKind | null)[] = ['split', 'expiration', 'redemption']

/** The kinds that a name states more exactly than the trade and the category do. */
const kindByTelling: FindKind = (facts) => {
  const { category, symbol, moneySign, quantitySign, hasTrade } = facts
  const named = namedKind(facts)
  if (named === 'reversal') return moneySign !== 0 || quantitySign !== 0 || hasTrade ? named : null
  if (isStated(category)) return null
  if (named === 'repo' || named === 'blocked-money' || (named === 'securities-loan' && !hasTrade)) return named
  if (named === 'currency-exchange' && (movesOnlyMoney(facts) || facts.hasBothAmounts)) return named
  const isEvent = category === 'TRANSFER' && symbol !== '' && moneySign === 0 && quantitySign !== 0
  // A dividend in shares brings pieces for pieces held.
  if (isEvent && named === 'dividend' && quantitySign > 0) return 'split'
  return isEvent && eventKinds.includes(named) ? named : null
}

/** Whether this is face value that the service books as a transfer. */
const isTransferredRepayment = (facts: KindFacts): boolean =>
  facts.category === 'TRANSFER' && facts.symbol !== '' && facts.moneySign > 0 && isNamedRepayment(facts)

/**
 * A trade that costs money is a purchase. A trade of futures moves no money: its name or the sign of its pieces gives
 * the side.
 */
const kindByTrade: FindKind = (facts) => {
  if (!isTrade(facts)) return null
  if (facts.moneySign !== 0) return facts.moneySign < 0 ? 'buy' : 'sell'
  const side = namedSide(facts.name)
  if (side !== null) return side
  // An option that expires worthless looks like a trade without money.
  if (facts.quantitySign === 0 || namedKind(facts) !== null) return null
  return facts.quantitySign > 0 ? 'buy' : 'sell'
}

const kindByCategory: FindKind = (facts) => {
  const plain = plainCategories.get(facts.category)
  if (plain !== undefined) return plain
  if (facts.category === 'TRANSFER') return isTransferredRepayment(facts) ? null : transferKind(facts)
  // Income without a symbol whose name has no known words.
  return facts.category === 'INCOME' && facts.symbol === '' && namedKind(facts) === null ? 'other-income' : null
}

/** The kind of a payment of this instrument type, if the category does not decide it. */
function paidKind({ category, instrumentType, quantitySign, moneySign }: KindFacts): TransactionKind | null {
  if (instrumentType === 'FUTURES')
    return isPayment(category) || (quantitySign === 0 && moneySign !== 0) ? 'variation-margin' : null
  if (instrumentType === 'CURRENCIES' && category === 'OTHERS')
    return quantitySign === 0 && moneySign !== 0 ? 'currency-exchange' : null
  // A bond pays coupons and its face value: the type does not say which of them this is.
  if (category !== 'INCOME' || instrumentType === null || instrumentType === 'BONDS') return null
  return instrumentType === 'EQUITIES' || instrumentType === 'FUNDS' ? 'dividend' : 'other-income'
}

/** The instrument type decides, unless the name says something else. */
const kindByType: FindKind = (facts) => {
  const paid = isTrade(facts) || facts.symbol === '' ? null : paidKind(facts)
  const named = paid === null ? null : namedKind(facts)
  // Money of a currency pair without a trade is one side of an exchange, also if the name calls it a purchase or a sale.
  const isSide = paid === 'currency-exchange' && (named === 'buy' || named === 'sell')
  // What a share or a fund pays while its pieces stay is income, also from a liquidation: see `findRedemptions`.
  const isPaidOut = paid === 'dividend' && named === 'redemption' && movesOnlyMoney(facts)
  return named === null || named === paid || isSide || isPaidOut ? paid : null
}

/**
 * If all matching events are of one kind, that kind decides, unless the name says something else. Repayments named so are
 * compared only with repayments.
 */
const kindByEvent: FindKind = (facts) => {
  if (!mayFollowFromEvent(facts)) return null
  const named = namedKind(facts)
  const [event, another] = new Set(facts.nearEvents.filter((each) => !repays(named) || repays(each)))
  if (event === undefined || another !== undefined) return null
  return named === null || named === event || repays(named) ? event : null
}

const rules: readonly (readonly [KindRule, FindKind])[] = [
  ['words', kindByTelling],
  ['trade', kindByTrade],
  ['category', kindByCategory],
  ['type', kindByType],
  ['event', kindByEvent],
  ['words', namedKind],
]

/**
 * Whether an event of the symbol may decide the kind, because no earlier rule does. For a bond, the name of the payment
 * is a better source, unless it names a repayment of face value: the event says whether some of that is left.
 */
export function mayFollowFromEvent(facts: KindFacts): boolean {
  if (facts.symbol === '' || isTrade(facts) || kindByTelling(facts) !== null) return false
  if (isTransferredRepayment(facts)) return true
  if (isPlain(facts.category) || kindByType(facts) !== null) return false
  const named = namedKind(facts)
  return facts.instrumentType !== 'BONDS' || named === null || repays(named)
}

/** Finds the kind of a transaction and the rule that decided it; `unknown` and `none` if no rule does. */
export function kindOf(facts: KindFacts): FoundKind {
  for (const [rule, find] of rules) {
    const kind = find(facts)
    if (kind !== null) return { kind, rule }
  }
  return { kind: 'unknown', rule: 'none' }
}

/** Rules whose result stays the same when the instrument type or the events become known later. */
export const lastingRules: readonly KindRule[] = ['person', 'trade', 'category']
