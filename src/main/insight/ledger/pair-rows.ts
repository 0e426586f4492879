import { dayMs, minuteMs } from '#shared/durations.ts'
import { piecesOf, splitMs, type LedgerRow } from './row.ts'

/** A row and the number of its account. */
export interface AccountRow {
  readonly account: number
  readonly row: LedgerRow
}

/** The most days between the bookings of the two sides of a transfer: a depository may take two weeks. */
const transferDays = 14

const dayOf = (at: number): number => Math.floor(at / dayMs)

/** Whether the UTC days of two bookings (UTC ms) are near enough for the two sides of a transfer. */
export const areTransferDays = (one: number, other: number): boolean =>
  Math.abs(dayOf(one) - dayOf(other)) <= transferDays

interface Candidate {
  readonly sender: AccountRow
  readonly receiver: AccountRow
  readonly distance: number
}

/**
 * Maps each row that receives pieces to the row that sends them: of another account, or earlier of the same one. Equal
 * pieces, the nearest in time first; equal transfers between two accounts are in the order of their rows. Without an
 * entry if several accounts are equally near. `rows` are of one symbol and in time order.
 */
export function pairTransfers(rows: readonly AccountRow[]): Map<AccountRow, AccountRow> {
  const isSent = ({ row }: AccountRow): boolean => row.kind === 'securities-transfer-out' && (piecesOf(row) ?? 0n) < 0n
  const sent = Map.groupBy(rows.filter(isSent), ({ row }) => -(piecesOf(row) ?? 0n))
  const candidates = rows.flatMap((receiver): Candidate[] => {
    const pieces = piecesOf(receiver.row) ?? 0n
    if (receiver.row.kind !== 'securities-transfer-in' || pieces <= 0n) return []
    return (sent.get(pieces) ?? []).flatMap((sender) => {
      const distance = Math.abs(receiver.row.at - sender.row.at)
      const isBackwards = sender.account === receiver.account && receiver.row.at < sender.row.at
      return isBackwards || !areTransferDays(receiver.row.at, sender.row.at) ? [] : [{ sender, receiver, distance }]
    })
  })
  const chosen: Candidate[] = []
  const taken = new Set<AccountRow>()
  for (const [, equal] of Map.groupBy(candidates.toSorted(nearestFirst), ({ distance }) => distance)) {
    const open = equal.filter(({ sender, receiver }) => !taken.has(sender) && !taken.has(receiver))
    for (const each of open) {
      if (taken.has(each.sender) || taken.has(each.receiver)) continue
      taken.add(each.sender).add(each.receiver)
      if (!open.some((other) => isRival(each, other))) chosen.push(each)
    }
  }
  return inOrder(chosen)
}

const nearestFirst = (a: Candidate, b: Candidate): number => a.distance - b.distance

/** Whether a pair shares one row with another pair, whose other row is of another account. */
const isRival = ({ sender, receiver }: Candidate, other: Candidate): boolean =>
  (other.receiver === receiver && other.sender.account !== sender.account) ||
  (other.sender === sender && other.receiver.account !== receiver.account)

/** Of equal transfers between two accounts, the one that was sent first arrives first. */
function inOrder(pairs: readonly Candidate[]): Map<AccountRow, AccountRow> {
  const keyOf = ({ sender, receiver }: Candidate): string =>
    `${sender.account} ${receiver.account} ${String(piecesOf(receiver.row))}`
  const byTime = (a: AccountRow, b: AccountRow): number => a.row.at - b.row.at
  return new Map(
    [...Map.groupBy(pairs, keyOf).values()].flatMap((same) => {
      const senders = same.map(({ sender }) => sender).sort(byTime)
      const receivers = same.map(({ receiver }) => receiver).sort(byTime)
      return receivers.flatMap((receiver, index) => {
        const sender = senders[index]
        return sender === undefined ? [] : [[receiver, sender] as const]
      })
    }),
  )
}

/**
 * Maps each row of a split that brings pieces of a new symbol to the row that takes those of the old one: of one group of
 * the user; otherwise of the same account, and no other row of a split fits one of the two: first at most a minute apart, then
 * some days apart. `isConversionOf` says whether they are a conversion.
 */
export function pairConversions(rows: readonly AccountRow[]): Map<AccountRow, AccountRow> {
  const splits = rows.filter(({ row }) => row.kind === 'split' && (piecesOf(row) ?? 0n) !== 0n)
  const pairs = new Map<AccountRow, AccountRow>()
  const stated = splits.filter(({ row }) => row.group?.spinOff === null)
  for (const own of Map.groupBy(stated, ({ row }) => row.group?.key).values()) {
    const [sender, receiver] = [own.find((each) => !isIncoming(each)), own.find(isIncoming)]
    if (sender !== undefined && receiver !== undefined && sender.row.symbol !== receiver.row.symbol)
      pairs.set(receiver, sender)
  }
  const left = splits.filter(({ row }) => row.group === undefined)
  for (const own of Map.groupBy(left, ({ account }) => account).values()) {
    const beside = pairWithin(own, minuteMs)
    const paired = new Set([...beside].flat())
    for (const [receiver, sender] of [
      ...beside,
      ...pairWithin(
        own.filter((each) => !paired.has(each)),
        splitMs,
      ),
    ])
      pairs.set(receiver, sender)
  }
  return pairs
}

/** The pairs of incoming and outgoing pieces of two symbols that fit only each other, at most this far apart. */
function pairWithin(rows: readonly AccountRow[], ms: number): Map<AccountRow, AccountRow> {
  const fits = (a: AccountRow, b: AccountRow): boolean =>
    Math.abs(a.row.at - b.row.at) <= ms && isIncoming(a) !== isIncoming(b)
  const pairs = new Map<AccountRow, AccountRow>()
  // Old and new pieces of the same symbol are a split, and no conversion.
  const others = rows.filter((each) => !rows.some((other) => other.row.symbol === each.row.symbol && fits(each, other)))
  const partnersOf = (each: AccountRow) =>
    others.filter((other) => other.row.symbol !== each.row.symbol && fits(each, other))
  for (const receiver of others.filter(isIncoming)) {
    const [sender, ...more] = partnersOf(receiver)
    if (sender !== undefined && more.length === 0 && partnersOf(sender).length === 1) pairs.set(receiver, sender)
  }
  return pairs
}

type Side = readonly [each: AccountRow, heldBefore: bigint]

/**
 * Whether a pair of `pairConversions` is a conversion, by the pieces of both symbols before it. If both are held besides, these
 * may be two splits, unless the user says what they are. More than a minute apart, all old pieces must leave.
 */
export function isConversionOf([sender, held]: Side, [receiver, into]: Side): boolean {
  if (sender.row.group !== undefined || held === -(piecesOf(sender.row) ?? 0n)) return true
  return into === 0n && Math.abs(sender.row.at - receiver.row.at) <= minuteMs
}

const isIncoming = ({ row }: AccountRow): boolean => (piecesOf(row) ?? 0n) > 0n
