import { finalRepayment, heldIn, splitRatio, type StatedPieces } from '#main/insight/kinds/together/known-events.ts'
import type { NearRow, Surroundings } from '#main/insight/kinds/together/near-rows.ts'
import type { Db } from '#main/sqlite/db.ts'
import { decimalOrNull, integer, integerOrNull, text, type Row } from '#main/sqlite/row.ts'
import { createMeantEvents, type CorporateEvent } from '../../tables/meant-events.ts'

/** Reads what is known beyond the rows of a group: corporate events and the pieces held. The result keeps what it has read. */
export function createSurroundings(db: Db): (account: number) => Surroundings {
  const listEvents = createMeantEvents(db)
  const selectRows = db.prepare<[string, number], Row>(
    `SELECT t.id, t.at_ms, sign(t.units * 2 + sign(t.nanos)) AS money_sign, t.change_quantity, t.size
     FROM transaction_subject s
     CROSS JOIN transaction_dimension d ON d.subject = s.key
     CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension ON t.dimension = d.key
     WHERE s.symbol = ? AND d.account = ?`,
  )
  return (account) => {
    const known = new Map<string, readonly CorporateEvent[]>()
    const eventsOf = (symbol: string): readonly CorporateEvent[] => {
      const events = known.get(symbol) ?? listEvents([symbol])
      known.set(symbol, events)
      return events
    }
    const held = new Map<string, ReturnType<typeof heldIn>>()
    const heldBefore = (row: NearRow): bigint => {
      const ofSymbol = held.get(row.symbol) ?? heldIn(selectRows.all(row.symbol, account).map(readPieces))
      held.set(row.symbol, ofSymbol)
      return ofSymbol(row)
    }
    return {
      repaymentsOf: (symbol) =>
        eventsOf(symbol).flatMap(({ kind, event }) => (kind === 'bond' ? finalRepayment(event) : [])),
      splitsOf: (symbol) => eventsOf(symbol).flatMap(({ kind, event }) => (kind === 'split' ? splitRatio(event) : [])),
      heldBefore,
    }
  }
}

const readPieces = (row: Row): StatedPieces => ({
  id: text(row, 'id'),
  at: integer(row, 'at_ms'),
  moneySign: integerOrNull(row, 'money_sign') ?? 0,
  changeQuantity: decimalOrNull(row, 'change_quantity'),
  size: decimalOrNull(row, 'size'),
})
