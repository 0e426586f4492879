import { LedgerPasts, type StoredPast } from '../../cache/ledger/ledger-pasts.ts'
import type { AccountFlow } from '../../insight/history/external-flow.ts'
import { pastMoments } from '../../insight/history/moments.ts'
import type { PastValue } from '../../insight/history/past-equity.ts'
import type { Db } from '../../sqlite/db.ts'
import { transact } from '../../sqlite/transact.ts'
import type { PastInstruments } from '../reading/past-instruments.ts'
import type { PastRun, PastStart, UnitRateTrade } from './run-past.ts'
import { readFlow, readState, readValue, writeFlow, writeValue } from './stored-text.ts'

/** The inputs of a past in addition to the rows. */
export interface PastInputs {
  /** The accounts, as text. */
  readonly scope: string
  /** Rules and openings, as text. */
  readonly basis: string
  /** The number of recorded quotes before a time (UTC ms). */
  readonly countQuotes: (until: number) => number
  readonly quotesUntil: number
  readonly instruments: PastInstruments
  /** Incremented when the facts about an instrument change. */
  readonly factsVersion: number
}

/** The stored part of a past, up to a state from which the replay can continue. */
export interface KnownPast {
  /** `null` if it cannot be stored. */
  readonly stored: StoredPast | null
  readonly start: PastStart | null
  readonly values: readonly PastValue[]
  readonly flows: readonly AccountFlow[]
  readonly rateTrades: readonly UnitRateTrade[]
}

/** The result of the last comparison with the stored facts of a scope. */
interface ComparedFacts {
  readonly version: number
  readonly symbols: Set<string>
}

/** Stores pasts in the cache. */
export class PastStore {
  readonly #db: Db
  readonly #pasts: LedgerPasts
  readonly #compared = new Map<string, ComparedFacts>()

  constructor(db: Db) {
    this.#db = db
    this.#pasts = new LedgerPasts(db)
  }

  /**
   * The stored part to continue from, for moments before `end` (UTC ms). If nothing is stored, a new past begins. Call before
   * rows are read.
   */
  open(inputs: PastInputs, end: number): KnownPast {
    const { scope, basis, countQuotes } = inputs
    const stored = this.#pasts.get(scope)
    const isUsable =
      stored?.basis === basis &&
      countQuotes(stored.quotesUntil) === stored.quoteCount &&
      this.#hasSameFacts(inputs, stored)
    const known = isUsable ? this.#read(stored, end) : null
    if (known !== null) return known
    this.#compared.set(scope, { version: inputs.factsVersion, symbols: new Set() })
    return { ...nothing, stored: transact(this.#db, () => this.#pasts.begin(scope, basis)) }
  }

  /** Adds a run to the stored past. The run includes the changes of rows that were recorded before it began. */
  put(inputs: PastInputs, { stored, start, values }: KnownPast, run: PastRun): void {
    if (stored === null) return
    const { key } = stored
    const from = start?.at ?? null
    const compared = this.#compared.get(inputs.scope)?.symbols ?? new Set<string>()
    const facts = new Map([...inputs.instruments.facts()].filter(([symbol]) => !compared.has(symbol)))
    const wanted = new Set(values.map(({ at }) => at))
    transact(this.#db, () => {
      if (from !== null) {
        const states = this.#pasts.stateTimes(key).filter((at) => at < from && !run.stateTimes.includes(at))
        const unwanted = this.#pasts.values(key, from).filter(({ at }) => !wanted.has(at))
        this.#pasts.prune(
          key,
          states,
          unwanted.map(({ at }) => at),
        )
      }
      this.#pasts.put(stored, from, {
        states: run.states,
        facts,
        values: run.values.map((value) => ({ at: value.at, text: writeValue(value) })),
        flows: run.flows.map((flow) => ({ at: flow.at, text: writeFlow(flow) })),
        rateTrades: run.rateTrades.map(({ price, ...trade }) => ({ ...trade, text: String(price) })),
      })
      this.#pasts.settle({
        ...stored,
        quotesUntil: inputs.quotesUntil,
        quoteCount: inputs.countQuotes(inputs.quotesUntil),
      })
    })
    for (const symbol of facts.keys()) compared.add(symbol)
  }

  /** `null` if a required moment before the state is not stored. */
  #read(stored: StoredPast, end: number): KnownPast | null {
    const { key, changedMs } = stored
    const found = this.#pasts.state(key, Math.min(changedMs ?? Infinity, end))
    const state = found === null ? null : readState(found.text)
    if (found === null || state === null) return null
    const wanted = pastMoments(state.firstAt, end).filter((at) => at <= found.at)
    const texts = new Map(this.#pasts.values(key, found.at).map(({ at, text }) => [at, text]))
    const values = wanted.flatMap((at) => readValue(at, texts.get(at) ?? 'null') ?? [])
    const storedFlows = this.#pasts.flows(key, found.at)
    const flows = storedFlows.flatMap(({ at, text }) => readFlow(at, text) ?? [])
    if (values.length < wanted.length || flows.length < storedFlows.length) return null
    const rateTrades = this.#pasts
      .rateTrades(key, found.at)
      .map(({ text, ...trade }) => ({ ...trade, price: BigInt(text) }))
    return { stored, start: { at: found.at, ...state }, values, flows, rateTrades }
  }

  /** Compares once after each change of facts. */
  #hasSameFacts({ scope, instruments, factsVersion }: PastInputs, { key }: StoredPast): boolean {
    if (this.#compared.get(scope)?.version === factsVersion) return true
    const stored = this.#pasts.facts(key)
    const isSame = [...stored].every(([symbol, facts]) => instruments.factsOf(symbol) === facts)
    if (isSame) this.#compared.set(scope, { version: factsVersion, symbols: new Set(stored.keys()) })
    return isSame
  }
}

const nothing = { start: null, values: [], flows: [], rateTrades: [] }
