import type { WithdrawnRow } from '#shared/model/transaction/withdrawn-row.ts'
import type { Cache } from '../../cache/cache.ts'
import type { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { RawRow } from '../../cache/ledger/row-statements.ts'
import { groupRowOf } from '../../cache/transactions/rows/group-row.ts'
import type { AnnouncedEvent, Evidence } from '../../insight/ledger/reconcile/evidence.ts'
import { withPieces, compareRows, type LedgerRow } from '../../insight/ledger/row.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import { describeWithdrawn } from '../../kinds/withdrawn-transactions.ts'
import { RowDecoder } from '../replay/row-decoder.ts'

type EvidenceTables = Pick<Cache, 'instruments' | 'instrumentDetails' | 'corporateEvents'>

/** Units of 10⁻¹⁸ in a billionth. */
const unitsInNano = 1_000_000_000n
const nanosInOne = 1_000_000_000n
const rowsPerChunk = 1_000

/** The rows of an account that no figure contains. */
export interface AbsentRows {
  readonly unreadable: Evidence['unreadable']
  readonly withdrawn: readonly WithdrawnRow[]
}

interface EvidenceSource extends AbsentRows {
  readonly rows: LedgerRows
  readonly tables: EvidenceTables
  readonly account: number
  /** The instruments of the account. */
  readonly symbols: readonly string[]
  readonly statedAt: number
}

/** Rows and facts behind the differences of one account, read from the cache when they are needed. */
export function createEvidence({ rows, tables, account, symbols, statedAt, ...absent }: EvidenceSource): Evidence {
  const decoder = new RowDecoder(rows)
  const read = (raw: readonly RawRow[]): LedgerRow[] =>
    raw
      .flatMap((each) => decoder.decode(each)?.row ?? [])
      .filter(({ at }) => at <= statedAt)
      .sort(compareRows)
  const bySymbol = new Map<string, readonly LedgerRow[]>()
  const details = once(
    () => new Map(tables.instrumentDetails.getMany(symbols).map((each) => [each.details.symbol, each.details])),
  )
  const faces = once(() => readFaces(details()))
  const events = once(() => readEvents(tables, symbols))
  const withdrawn = once(() =>
    describeWithdrawn(tables, absent.withdrawn)
      .map(groupRowOf)
      .filter(({ at }) => at <= statedAt)
      .sort(compareRows),
  )
  const missing = once(() => read(rows.missing(account)))
  const withoutInstrument = once(() => read(rows.unreadable(account).filter(lacksSymbol)))
  return {
    statedAt,
    rowsOf(symbol) {
      let own = bySymbol.get(symbol)
      if (own === undefined) {
        const keys = rows.keysOf(account, symbol, Number.MIN_SAFE_INTEGER)
        own = withPieces(read(chunksOf(keys).flatMap((chunk) => rows.byKeys(chunk))))
        bySymbol.set(symbol, own)
      }
      return own
    },
    rowsWithMoney: (currency, amounts) =>
      read(amounts.flatMap((amount) => findMoney(rows, account, amount))).filter((row) => row.currency === currency),
    rowsSince: (at) => read(rows.since(account, at)),
    lotSizeOf(symbol) {
      const lotSize = details().get(symbol)?.lotSize ?? null
      return lotSize !== null && /^\d+$/.test(lotSize) ? BigInt(lotSize) : null
    },
    get faces() {
      return faces()
    },
    get events() {
      return events()
    },
    unreadable: absent.unreadable,
    get withoutInstrument() {
      return withoutInstrument()
    },
    get withdrawn() {
      return withdrawn()
    },
    get missing() {
      return missing()
    },
  }
}

const lacksSymbol = (raw: RawRow): boolean => raw[10]?.split(' ').includes('symbol') === true

const chunksOf = (keys: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(keys.length / rowsPerChunk) }, (_, index) =>
    keys.slice(index * rowsPerChunk, (index + 1) * rowsPerChunk),
  )

/** No stored amount has more than nine decimals. */
function findMoney(rows: EvidenceSource['rows'], account: number, amount: bigint): RawRow[] {
  if (amount % unitsInNano !== 0n) return []
  const nanos = amount / unitsInNano
  return rows.withMoney(account, nanos / nanosInOne, Number(nanos % nanosInOne))
}

function readFaces(details: ReadonlyMap<string, { readonly type: string; readonly faceValue: string | null }>) {
  return new Map(
    [...details].flatMap(([symbol, { type, faceValue }]): [string, bigint][] => {
      const face = type !== 'BONDS' || faceValue === null ? null : parseUnits(faceValue)
      return face === null ? [] : [[symbol, face]]
    }),
  )
}

function readEvents(tables: EvidenceTables, symbols: readonly string[]): AnnouncedEvent[] {
  return tables.corporateEvents.list(symbols).flatMap((stored): AnnouncedEvent[] => {
    const { symbol, kind, event } = stored
    if (kind === 'split') {
      const [old, next] = [parseOrNull(event.oldRatio), parseOrNull(event.newRatio)]
      const at = dayOf(event.execDate)
      return at === null || old === null || next === null ? [] : [{ kind, symbol, at, old, next }]
    }
    const each = parseOrNull(kind === 'dividend' ? event.amount : event.value)
    const at = dayOf(event.date)
    if (at === null || each === null) return []
    if (kind === 'dividend') return [{ kind, symbol, at, each }]
    if (event.amortization !== null) return [{ kind: 'amortization', symbol, at, each }]
    return event.coupon === null ? [] : [{ kind: 'coupon', symbol, at, each }]
  })
}

const parseOrNull = (value: string | null): bigint | null => (value === null ? null : parseUnits(value))

/** The start of a full date in UTC ms; null for a year or a month. */
const dayOf = (date: string | null): number | null => (date?.length === 10 ? Date.parse(date) : null)

function once<T>(read: () => T): () => T {
  let value: { readonly read: T } | null = null
  return () => (value ??= { read: read() }).read
}
