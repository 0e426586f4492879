import { expect, test } from 'vitest'
import { emptyHolding } from '#main/insight/ledger/holding-state.ts'
import { readHolding, writeHolding } from '#main/insight/ledger/holding-text.ts'
import { moveLent, type LentPieces } from '#main/insight/ledger/lent-pieces.ts'
import { makeRow, units } from './make-row.ts'

const leg = (at: number, key: number | null, pieces: string, money: string) => ({
  ...makeRow('repo', { symbol: 'A@X', at, pieces, money }),
  group: key === null ? undefined : { key, spinOff: null },
})

test('pieces of a group come back by rows of this group, and others by rows without one', () => {
  const legs = [leg(1, 1, '-50', '400'), leg(2, 2, '-100', '1000'), leg(3, null, '-50', '100')]
  let lent: readonly LentPieces[] = []
  for (const row of legs) lent = moveLent(lent, row, row.changeQuantity ?? 0n).lent
  // A state that was written and read continues in the same way.
  lent = readHolding(writeHolding({ ...emptyHolding, lent }))?.lent ?? []
  const back = (row: ReturnType<typeof leg>) => moveLent(lent, row, units('50')).result
  expect(back(leg(4, 2, '50', '-510'))).toBe(units('-10'))
  expect(back(leg(4, 1, '50', '-401'))).toBe(units('-1'))
  expect(back(leg(4, null, '50', '-103'))).toBe(units('-3'))
  expect(back(leg(4, 3, '50', '-103'))).toBe(0n)
})
