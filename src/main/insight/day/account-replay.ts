import type { PastPrice, PricedInstrument } from '../history/past-price.ts'
import { RepaymentsDue } from '../history/repayments-due.ts'
import type { LentPieces, LentSums } from '../ledger/lent-pieces.ts'

/** The pieces of an instrument that an account holds after some rows. Pieces and prices are in units of 10⁻¹⁸. */
export interface PastHolding {
  readonly symbol: string
  /** `null` after a row that moves an unknown number of pieces. */
  readonly pieces: bigint | null
  readonly traded: PastPrice | null
  /** The time of the last split (UTC ms). A quote from before it is not comparable. */
  readonly splitAt: number | null
  /** The money of repayments whose event has passed and that is not booked yet, in the currency of the face value. */
  readonly due: bigint
  /** Pieces that are lent, or in a repo: they are not in `pieces`, but still belong to the account. Absent if there are none. */
  readonly lent?: LentSums | undefined
}

/** An account after some rows; cash by currency in units of 10⁻¹⁸. */
export interface PastAccountState {
  /** Of every currency that it has had, also if nothing of it is left. */
  readonly cash: ReadonlyMap<string, bigint>
  /** Money that is blocked: it is not in the cash, but still belongs to the account. */
  readonly blocked: ReadonlyMap<string, bigint>
  readonly held: readonly PastHolding[]
}

/** Why cash or value changes within a time window, apart from prices. */
type ChangeCause = 'deposits' | 'income' | 'fees' | 'taxes' | 'other'

/** The effect of the rows of a time window on one instrument. */
export interface WindowTrades {
  readonly trades: number
  /** Money paid for pieces less their proceeds, by currency in units of 10⁻¹⁸; `null` if it is not known. */
  readonly paid: ReadonlyMap<string, bigint> | null
  /** Pieces transferred in from outside (negative: transferred out), with the price at that time. */
  readonly moved: readonly (Omit<PastHolding, 'symbol' | 'pieces' | 'due' | 'lent'> & {
    readonly at: number
    readonly pieces: bigint
  })[]
}

/** The rows of one account since the last call of `takeWindow`. */
export interface Window {
  /** Amounts by cause and currency, in units of 10⁻¹⁸; `moneyKey` makes the key. */
  readonly money: ReadonlyMap<string, bigint>
  readonly bySymbol: ReadonlyMap<string, WindowTrades>
}

/** The trades of a window to which rows are still added. */
interface OpenTrades {
  trades: number
  paid: Map<string, bigint> | null
  readonly moved: WindowTrades['moved'][number][]
}

const newWindow = () => ({ money: new Map<string, bigint>(), bySymbol: new Map<string, OpenTrades>() })
const moneyKey = (cause: ChangeCause, currency: string): string => `${cause} ${currency}`

/** The state of one account in the replay. */
export class AccountReplay {
  readonly cash = new Map<string, bigint>()
  readonly blocked = new Map<string, bigint>()
  readonly held = new Map<string, bigint | null>()
  /** By bond. */
  readonly due = new Map<string, RepaymentsDue>()
  /** By instrument. */
  readonly lent = new Map<string, readonly LentPieces[]>()
  window = newWindow()

  add(cause: ChangeCause, currency: string, amount: bigint): void {
    const key = moneyKey(cause, currency)
    this.window.money.set(key, (this.window.money.get(key) ?? 0n) + amount)
  }

  tradesOf(symbol: string): OpenTrades {
    const known = this.window.bySymbol.get(symbol)
    if (known !== undefined) return known
    const empty: OpenTrades = { trades: 0, paid: new Map(), moved: [] }
    this.window.bySymbol.set(symbol, empty)
    return empty
  }

  takeWindow(): Window {
    const { window } = this
    this.window = newWindow()
    return window
  }

  /** The repayments of a bond that are due; `null` for an instrument without repayments. */
  dueOf(symbol: string, { facts }: PricedInstrument): RepaymentsDue | null {
    const known = this.due.get(symbol)
    if (known !== undefined) return known
    if (facts.amortizations.length === 0) return null
    const created = new RepaymentsDue(facts)
    this.due.set(symbol, created)
    return created
  }
}
