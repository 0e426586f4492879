import type { LedgerRows } from '../../cache/ledger/rows.ts'
import type { LedgerDimension } from '../../cache/ledger/row-statements.ts'
import { pairConversions, type AccountRow } from '../../insight/ledger/pair-rows.ts'
import type { RowDecoder } from './row-decoder.ts'

/** Symbols whose holdings receive pieces from each other, with the accounts that do, by symbol. */
export type TransferGroup = ReadonlyMap<string, ReadonlySet<number>>

const beforeAll = Number.MIN_SAFE_INTEGER

/**
 * The instruments that own accounts transfer, or move out and back, alone; and those of which one is converted into the
 * other together. Reads the rows of splits of accounts that have such rows of several instruments.
 */
export function transferGroups(
  dimensions: readonly LedgerDimension[],
  rows: Pick<LedgerRows, 'keysOfDimensions' | 'byKeys'>,
  decoder: RowDecoder,
): readonly TransferGroup[] {
  const bySymbol = new Map<string, Set<number>>()
  const accountsOf = (symbol: string): Set<number> => {
    const own = bySymbol.get(symbol) ?? new Set<number>()
    bySymbol.set(symbol, own)
    return own
  }
  const transfers = dimensions.filter(({ kind, symbol }) => symbol !== '' && kind.startsWith('securities-transfer'))
  for (const [symbol, own] of Map.groupBy(transfers, (each) => each.symbol)) {
    if (new Set(own.map(({ kind }) => kind)).size > 1) for (const { account } of own) accountsOf(symbol).add(account)
  }
  const groups = new Map<string, Set<string>>()
  for (const [receiver, sender] of pairConversions(splitRows(dimensions, rows, decoder))) {
    const [old, next] = [sender.row.symbol, receiver.row.symbol]
    accountsOf(old).add(sender.account)
    accountsOf(next).add(receiver.account)
    const joined = new Set([...(groups.get(old) ?? [old]), ...(groups.get(next) ?? [next])])
    for (const symbol of joined) groups.set(symbol, joined)
  }
  const alone = [...bySymbol].filter(([symbol]) => !groups.has(symbol)).map(([symbol, own]) => new Map([[symbol, own]]))
  const connected = [...new Set(groups.values())].map(
    (symbols) => new Map([...symbols].map((symbol) => [symbol, accountsOf(symbol)])),
  )
  return [...alone, ...connected]
}

/** The rows of splits of the accounts that have such rows of more than one instrument. */
function splitRows(
  dimensions: readonly LedgerDimension[],
  rows: Pick<LedgerRows, 'keysOfDimensions' | 'byKeys'>,
  decoder: RowDecoder,
): AccountRow[] {
  const splits = dimensions.filter(({ kind, symbol }) => symbol !== '' && kind === 'split')
  return [...Map.groupBy(splits, ({ account }) => account).values()].flatMap((own) => {
    if (new Set(own.map(({ symbol }) => symbol)).size < 2) return []
    const keys = rows.keysOfDimensions(
      own.map(({ key }) => key),
      beforeAll,
    )
    return rows.byKeys(keys).flatMap((raw) => decoder.decode(raw) ?? [])
  })
}
