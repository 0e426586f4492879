import {
  eventsNear,
  eventOfBondEvent,
  eventOfDividend,
  eventOfSplit,
  type ComparableEvent,
} from '#main/insight/kinds/events-near.ts'
import { isNamedRepayment, kindOf, mayFollowFromEvent, type FoundKind } from '#main/insight/kinds/kind-of.ts'
import { isNamedExchange } from '#main/insight/kinds/pair-trade.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { createMeantEvents, type CorporateEvent } from '../../tables/meant-events.ts'
import { KindChoices } from './kind-choices.ts'
import { factsOfRow, type Signs } from './row-facts.ts'

/**
 * A kind. If `isOfThisRow`, the id, the time or the amount decided, and other rows with the same values may have
 * another kind.
 */
export interface FoundForRow extends FoundKind {
  readonly isOfThisRow: boolean
}

/** The number of instruments whose events are kept in memory. */
const maxRemembered = 2_000

/** Finds the kinds of rows: the user's choice first, then the rules with the cache's data about the instrument. */
export class KindFinder {
  readonly #choices: KindChoices
  readonly #version
  readonly #listEvents
  readonly #events = new Map<string, readonly ComparableEvent[]>()
  #readVersion = -1

  constructor(db: Db) {
    this.#choices = new KindChoices(db)
    this.#version = db.prepare<[], number>('SELECT version FROM transaction_kind_state').pluck()
    this.#listEvents = createMeantEvents(db)
  }

  /** Reads choices and events again if they changed; returns whether they did. Call inside a transaction. */
  refresh(): boolean {
    const version = this.#version.get() ?? 0
    if (version === this.#readVersion) return false
    this.#readVersion = version
    this.#events.clear()
    this.#choices.read()
    return true
  }

  /** The kind that the user chose for this row only. */
  chosenOf(accountId: string, id: string): FoundForRow | null {
    const kind = this.#choices.ofRow(accountId, id)
    return kind === null ? null : { kind, rule: 'person', isOfThisRow: true }
  }

  /** The kind that a row has alone, if the user chose none for it. */
  find(row: Transaction, signs: Signs, instrumentType: string | null): FoundForRow {
    const known = factsOfRow(row, signs)
    const chosen = this.#choices.ofAlike(known, instrumentType)
    if (chosen !== null) return { kind: chosen, rule: 'person', isOfThisRow: false }
    const facts = { ...known, instrumentType, nearEvents: [] }
    const events = mayFollowFromEvent(facts) ? this.#eventsOf(row.symbol) : []
    if (events.length === 0) return { ...kindOf(facts), isOfThisRow: isNamedExchange(row) }
    const nearEvents = eventsNear({ ...row, isNamedRepayment: isNamedRepayment(facts) }, events)
    return { ...kindOf({ ...facts, nearEvents }), isOfThisRow: true }
  }

  #eventsOf(symbol: string): readonly ComparableEvent[] {
    const known = this.#events.get(symbol)
    if (known !== undefined) return known
    const events = this.#listEvents([symbol]).flatMap(readEvent)
    if (this.#events.size >= maxRemembered) this.#events.clear()
    this.#events.set(symbol, events)
    return events
  }
}

function readEvent({ kind, event }: CorporateEvent): ComparableEvent[] {
  if (kind === 'dividend') return eventOfDividend(event)
  return kind === 'bond' ? eventOfBondEvent(event) : eventOfSplit(event)
}
