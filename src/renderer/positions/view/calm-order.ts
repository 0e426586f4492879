/** A row with a key. */
interface Keyed {
  readonly key: string
}

/** What decides whether rows may change their places. */
interface Situation {
  /** What the user chose: sort, grouping and accounts. */
  readonly choice: string
  /** Whether rates and reference data that the order needs are known. */
  readonly isComplete: boolean
  /** Whether the pointer or the focus is in the table. */
  readonly isInUse: boolean
}

/**
 * The order of rows whose figures change while they are read. Rows are sorted when the screen is entered, and when the
 * user chooses another sort, grouping or account. If rates were missing then, they are sorted once more when the last one has
 * arrived, as soon as neither the pointer nor the focus is in the table. Otherwise a row keeps its place, and a new row is put
 * where it belongs.
 */
export class CalmOrder<Row extends Keyed> {
  #keys: readonly string[] = []
  #choice: string | null = null
  #isFinal = false
  #isWaiting = false

  /** Whether the rows are sorted again as soon as the table is not in use, because all rates are known now. */
  get isWaiting(): boolean {
    return this.#isWaiting
  }

  /** Returns the rows in their order. `sort` sorts them by their present figures. */
  arrange(
    rows: readonly Row[],
    sort: (rows: readonly Row[]) => readonly Row[],
    { choice, isComplete, isInUse }: Situation,
  ): readonly Row[] {
    // The rows are not read yet.
    if (rows.length === 0) return rows
    const isNew = choice !== this.#choice
    const isDue = !this.#isFinal && isComplete && !isInUse
    const sorted = isNew || isDue ? sort(rows) : keepOrder(this.#keys, rows, sort)
    if (isNew || isDue) this.#isFinal = isComplete
    this.#isWaiting = isComplete && !this.#isFinal
    this.#choice = choice
    this.#keys = sorted.map(({ key }) => key)
    return sorted
  }
}

/** The rows in the order of `keys`. A row that is not among them follows the row that precedes it when all are sorted. */
function keepOrder<Row extends Keyed>(
  keys: readonly string[],
  rows: readonly Row[],
  sort: (rows: readonly Row[]) => readonly Row[],
): readonly Row[] {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const known = new Set(keys)
  const kept = keys.flatMap((key) => byKey.get(key) ?? [])
  if (kept.length === rows.length) return kept
  const placed = new Map<string | null, Row[]>()
  let previous: string | null = null
  for (const row of sort(rows)) {
    if (known.has(row.key)) previous = row.key
    else placed.set(previous, [...(placed.get(previous) ?? []), row])
  }
  return [...(placed.get(null) ?? []), ...kept.flatMap((row) => [row, ...(placed.get(row.key) ?? [])])]
}
