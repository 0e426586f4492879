import type { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { LedgerDimension } from '../../cache/ledger/row-statements.ts'
import { lentAfter, type LentPieces } from '../../insight/ledger/lent-pieces.ts'
import { compareRows, piecesOf } from '../../insight/ledger/row.ts'
import { RowDecoder } from '../replay/row-decoder.ts'
import type { SeriesReader } from './series-reader.ts'

/** What is lent from a time (UTC ms) on. */
interface LentFrom {
  readonly at: number
  readonly lent: readonly LentPieces[]
}

const never: readonly LentFrom[] = []
const nothing: readonly LentPieces[] = []

/** The pieces of stored holdings that are lent at any time. Few holdings have any. */
export class LentSeries {
  readonly #rows: LedgerRows
  readonly #series: SeriesReader
  readonly #dimensions: ReadonlyMap<string, readonly LedgerDimension[]>
  readonly #known = new Map<string, readonly LentFrom[]>()

  /** `lending`: the dimensions of the rows that lend pieces. */
  constructor(rows: LedgerRows, series: SeriesReader, lending: readonly LedgerDimension[]) {
    this.#rows = rows
    this.#series = series
    const ofInstruments = lending.filter(({ symbol }) => symbol !== '')
    this.#dimensions = Map.groupBy(ofInstruments, ({ account, symbol }) => keyOf(account, symbol))
  }

  /** What is lent before a time (UTC ms). */
  before(account: number, symbol: string, at: number): readonly LentPieces[] {
    if (this.#dimensions.size === 0) return nothing
    const key = keyOf(account, symbol)
    const known = this.#known.get(key) ?? this.#read(account, symbol)
    this.#known.set(key, known)
    return known.findLast((each) => each.at < at)?.lent ?? nothing
  }

  #read(account: number, symbol: string): readonly LentFrom[] {
    const dimensions = this.#dimensions.get(keyOf(account, symbol))
    if (dimensions === undefined) return never
    const decoder = new RowDecoder(this.#rows)
    const lending = this.#rows
      .byKeys(
        this.#rows.keysOfDimensions(
          dimensions.map(({ key }) => key),
          Number.MIN_SAFE_INTEGER,
        ),
      )
      .flatMap((raw) => decoder.decode(raw)?.row ?? [])
      .sort(compareRows)
    const [first] = lending
    if (first === undefined) return never
    const splits = this.#series
      .entries(account, symbol, first.at, Infinity)
      .filter(({ step }) => step.event === 'split')
      .map(({ step: { at, pieces }, point: { quantity } }) => {
        const row = { ...first, id: '', at, kind: 'split' as const, money: null, trade: null }
        return { row, pieces, held: quantity - pieces }
      })
    const steps = [...lending.map((row) => ({ row, pieces: piecesOf(row) ?? 0n, held: 0n })), ...splits]
    let lent = nothing
    return steps
      .sort((a, b) => compareRows(a.row, b.row))
      .map(({ row, pieces, held }) => ({ at: row.at, lent: (lent = lentAfter(lent, row, pieces, held)) }))
  }
}

const keyOf = (account: number, symbol: string): string => `${account} ${symbol}`
