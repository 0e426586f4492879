import { eventOfBondEvent, eventOfSplit } from '../../../insight/kinds/events-near.ts'
import type { NearRow, Surroundings } from '../../../insight/kinds/together/near-rows.ts'
import { compareRows } from '../../../insight/ledger/row.ts'
import { parseUnits } from '../../../insight/lots/units.ts'
import type { Db } from '../../../sqlite/db.ts'
import { createMeantEvents } from '../../tables/meant-events.ts'
import { keyBehind } from '../rows/time-key.ts'

type StatedRow = [
  id: string,
  atMs: number,
  moneySign: number | null,
  changeQuantity: string | null,
  size: string | null,
]

/** Reads what is known beyond the rows of a group: corporate events and the pieces held. */
export function createSurroundings(db: Db): (account: number) => Surroundings {
  const listEvents = createMeantEvents(db)
  const selectOverflow = db.prepare<[], number>('SELECT longest_ms FROM transaction_overflow').pluck()
  const selectBefore = db
    .prepare<[string, number, number], StatedRow>(
      `SELECT t.id, t.at_ms, sign(t.units * 2 + sign(t.nanos)), t.change_quantity, t.size
       FROM transaction_subject s
       CROSS JOIN transaction_dimension d ON d.subject = s.key
       CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension ON t.dimension = d.key
       WHERE s.symbol = ? AND d.account = ? AND t.key < ?`,
    )
    .raw(true)

  return (account) => {
    const ofSymbol = new Map<string, ReturnType<typeof listEvents>>()
    const eventsOf = (symbol: string) => {
      const events = ofSymbol.get(symbol) ?? listEvents([symbol])
      ofSymbol.set(symbol, events)
      return events
    }
    return {
      repaymentsOf: (symbol) =>
        eventsOf(symbol)
          .flatMap((each) => (each.kind === 'bond' ? eventOfBondEvent(each.event) : []))
          .flatMap(({ kind, at, each }) => {
            const units = kind === 'redemption' && each !== null ? parseUnits(each.amount) : null
            return units === null || each === null ? [] : [{ at, each: units, currency: each.currency }]
          }),
      splitsOf: (symbol) =>
        eventsOf(symbol).flatMap((each) => {
          const [split] = each.kind === 'split' ? eventOfSplit(each.event) : []
          if (split === undefined || each.kind !== 'split') return []
          const [from, to] = [parse(each.event.oldRatio), parse(each.event.newRatio)]
          return from === null || to === null ? [] : [{ at: split.at, from, to }]
        }),
      heldBefore(row: NearRow): bigint {
        const before = keyBehind(row.at + 1, selectOverflow.get() ?? 0)
        let held = 0n
        for (const [id, at, moneySign, changeQuantity, size] of selectBefore.iterate(row.symbol, account, before))
          if (compareRows({ id, at }, row) < 0) held += piecesOf(moneySign ?? 0, parse(changeQuantity), parse(size))
        return held
      },
    }
  }
}

const parse = (text: string | null): bigint | null => (text === null ? null : parseUnits(text))

/** The signed pieces of a row by its own statement: see `piecesOf` of the ledger. */
function piecesOf(moneySign: number, changeQuantity: bigint | null, size: bigint | null): bigint {
  if (changeQuantity !== null && changeQuantity !== 0n) return changeQuantity
  if (size === null || size < 0n) return size ?? 0n
  return moneySign < 0 ? size : moneySign > 0 ? -size : 0n
}
