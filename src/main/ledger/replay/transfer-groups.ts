import type { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { LedgerDimension } from '../../cache/ledger/row-statements.ts'
import { pairConversions, type AccountRow } from '../../insight/ledger/pair-rows.ts'
import { givingRow } from '../../insight/ledger/spin-offs.ts'
import type { RowDecoder } from './row-decoder.ts'

/** Symbols whose holdings receive pieces from each other, with the accounts that do, by symbol. */
export type TransferGroup = ReadonlyMap<string, ReadonlySet<number>>

const beforeAll = Number.MIN_SAFE_INTEGER

/**
 * The instruments that own accounts transfer, or move out and back, alone; and those of which one is converted into the
 * other, or gives it a share of its cost, together. Reads the rows of splits of accounts that have such rows of several
 * instruments, or that may have a spin-off.
 */
export function transferGroups(
  dimensions: readonly LedgerDimension[],
  rows: Pick<LedgerRows, 'keysOfDimensions' | 'byKeys' | 'hasSpinOffs'>,
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
  const splits = splitRows(dimensions, rows, decoder)
  const givers = splits.flatMap(({ account, row }) => {
    const giving = givingRow(row)
    return giving === null ? [] : [{ account, old: giving.symbol, next: row.symbol }]
  })
  const conversions = [...pairConversions(splits)].map(([receiver, sender]) => ({
    account: sender.account,
    old: sender.row.symbol,
    next: receiver.row.symbol,
  }))
  for (const { account, old, next } of [...conversions, ...givers]) {
    accountsOf(old).add(account)
    accountsOf(next).add(account)
    const joined = new Set([...(groups.get(old) ?? [old]), ...(groups.get(next) ?? [next])])
    for (const symbol of joined) groups.set(symbol, joined)
  }
  const alone = [...bySymbol].filter(([symbol]) => !groups.has(symbol)).map(([symbol, own]) => new Map([[symbol, own]]))
  const connected = [...new Set(groups.values())].map(
    (symbols) => new Map([...symbols].map((symbol) => [symbol, accountsOf(symbol)])),
  )
  return [...alone, ...connected]
}

/** The rows of splits of the accounts that have such rows of more than one instrument; of all accounts if there is a spin-off. */
function splitRows(
  dimensions: readonly LedgerDimension[],
  rows: Pick<LedgerRows, 'keysOfDimensions' | 'byKeys' | 'hasSpinOffs'>,
  decoder: RowDecoder,
): AccountRow[] {
  const minSymbols = rows.hasSpinOffs() ? 1 : 2
  const splits = dimensions.filter(({ kind, symbol }) => symbol !== '' && kind === 'split')
  return [...Map.groupBy(splits, ({ account }) => account).values()].flatMap((own) => {
    if (new Set(own.map(({ symbol }) => symbol)).size < minSymbols) return []
    const keys = rows.keysOfDimensions(
      own.map(({ key }) => key),
      beforeAll,
    )
    return rows.byKeys(keys).flatMap((raw) => decoder.decode(raw) ?? [])
  })
}
