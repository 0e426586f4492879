import type { KindRule, TransactionKind } from '../../../shared/model/transaction/transaction.ts'
import type { EventKind } from './events-near.ts'
import { namedMeaning, namedSide } from './named-meaning.ts'

export type Sign = -1 | 0 | 1

/** What decides the kind of a transaction. */
export interface KindFacts {
  readonly category: string
  readonly name: string
  /** Empty for a movement of money alone. */
  readonly symbol: string
  /** The instrument's type as the service names it; null while it is not known. */
  readonly instrumentType: string | null
  readonly hasTrade: boolean
  /** Of the amount of money; 0 without money. */
  readonly moneySign: Sign
  /** Of the change of the position, or of a trade's size where that is negative; 0 without pieces. */
  readonly quantitySign: Sign
  /** Corporate events of the symbol that fit in date and amount: see `eventsNear`. */
  readonly nearEvents: readonly EventKind[]
}

export interface FoundKind {
  readonly kind: TransactionKind
  readonly rule: KindRule
}

/** A number to raise when the rules of this folder change: stored rows are then read again. */
export const kindRulesVersion = 1

type FindKind = (facts: KindFacts) => TransactionKind | null

/** Categories that decide what a transaction is, independent of its other fields. */
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
/** Categories of payments whose kind follows from the instrument. */
const isPayment = (category: string): boolean => category === 'INCOME' || category === 'OUTCOMES'
const isPlain = (category: string): boolean => category === 'TRANSFER' || plainCategories.has(category)

/** Whether this is a trade: the service files trades under "other", and no other category is one. */
const isTrade = ({ hasTrade, category }: KindFacts): boolean => hasTrade && !isPlain(category) && !isPayment(category)

/** The kind of a transfer: of securities where pieces move, otherwise of cash; the sign gives the direction. */
function transferKind({ moneySign, quantitySign }: KindFacts): TransactionKind | null {
  if (quantitySign !== 0) return quantitySign > 0 ? 'securities-transfer-in' : 'securities-transfer-out'
  if (moneySign !== 0) return moneySign > 0 ? 'cash-transfer-in' : 'cash-transfer-out'
  return null
}

function namedKind(facts: KindFacts): TransactionKind | null {
  const meaning = namedMeaning(facts.name)
  return meaning === 'transfer' ? transferKind(facts) : meaning
}

/** A trade that costs money is a purchase. A trade of futures moves no money: the side follows from its name or its pieces. */
const byTrade: FindKind = (facts) => {
  if (!isTrade(facts)) return null
  if (facts.moneySign !== 0) return facts.moneySign < 0 ? 'buy' : 'sell'
  const side = namedSide(facts.name)
  if (side !== null) return side
  // An option that expires for nothing looks like a trade without money.
  if (facts.quantitySign === 0 || namedKind(facts) !== null) return null
  return facts.quantitySign > 0 ? 'buy' : 'sell'
}

const byCategory: FindKind = (facts) => {
  const plain = plainCategories.get(facts.category)
  if (plain !== undefined) return plain
  if (facts.category === 'TRANSFER') return transferKind(facts)
  // Income of an instrument that is not held, and its name does not help.
  return facts.category === 'INCOME' && facts.symbol === '' && namedKind(facts) === null ? 'other-income' : null
}

/** What an instrument of this type pays, where the category leaves it open. */
function paidKind({ category, instrumentType, quantitySign, moneySign }: KindFacts): TransactionKind | null {
  if (instrumentType === 'FUTURES')
    return isPayment(category) || (quantitySign === 0 && moneySign !== 0) ? 'variation-margin' : null
  // A bond pays coupons and its face value: the type does not show which.
  if (category !== 'INCOME' || instrumentType === null || instrumentType === 'BONDS') return null
  return instrumentType === 'EQUITIES' || instrumentType === 'FUNDS' ? 'dividend' : 'other-income'
}

/** The type decides unless the name says something else. */
const byType: FindKind = (facts) => {
  const paid = isTrade(facts) || facts.symbol === '' ? null : paidKind(facts)
  const named = paid === null ? null : namedKind(facts)
  return named === null || named === paid ? paid : null
}

/** One kind of event near, and only one, decides unless the name says something else. */
const byEvent: FindKind = (facts) => {
  const [event, another] = mayAskEvents(facts) ? new Set(facts.nearEvents) : []
  if (event === undefined || another !== undefined) return null
  const named = namedKind(facts)
  return named === null || named === event ? event : null
}

const rules: readonly (readonly [KindRule, FindKind])[] = [
  ['trade', byTrade],
  ['category', byCategory],
  ['type', byType],
  ['event', byEvent],
  ['words', namedKind],
]

/** Whether the kind may follow from an event of the symbol, because it follows from no earlier rule. The name of a bond's payment is a better source. */
export function mayAskEvents(facts: KindFacts): boolean {
  if (facts.symbol === '' || isTrade(facts) || isPlain(facts.category) || byType(facts) !== null) return false
  return facts.instrumentType !== 'BONDS' || namedKind(facts) === null
}

/** The kind of a transaction and the rule that found it; `unknown` where no rule does. */
export function kindOf(facts: KindFacts): FoundKind {
  for (const [rule, find] of rules) {
    const kind = find(facts)
    if (kind !== null) return { kind, rule }
  }
  return { kind: 'unknown', rule: 'none' }
}

/** Rules whose result never changes when the type of an instrument or its events become known. */
export const lastingRules: readonly KindRule[] = ['person', 'trade', 'category']
