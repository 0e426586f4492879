/**
 * Many rows with the same keys, stored column by column in JSON texts; each text holds a part of the rows. In this form,
 * tens of thousands of rows pass between processes without blocking their main threads. The rows must already follow the
 * contract: the receiver does not check them again.
 */
export class ColumnText<Row> {
  readonly parts: readonly string[]
  declare readonly rowType?: Row

  constructor(parts: readonly string[]) {
    this.parts = parts
  }
}

interface Part {
  readonly count: number
  /** Values that are the same in all rows. */
  readonly same: Record<string, unknown>
  readonly columns: Record<string, readonly unknown[]>
}

const rowsInPart = 1_000
const sliceMs = 8

/** Writes rows as the parts of a `ColumnText`. Throws if a row has other keys than the first row. */
export function writeColumns<Row extends object>(rows: readonly Row[]): string[] {
  const starts = Array.from({ length: Math.ceil(rows.length / rowsInPart) }, (_, part) => part * rowsInPart)
  return starts.map((start) => JSON.stringify(partOf(rows.slice(start, start + rowsInPart))))
}

function partOf<Row extends object>(rows: readonly Row[]): Part {
  const keys = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
  if (rows.some((row) => Object.keys(row).length !== keys.length || keys.some((key) => !(key in row))))
    throw new TypeError('Rows with different keys')
  const part: Part = { count: rows.length, same: {}, columns: {} }
  for (const key of keys) {
    const values = rows.map((row) => row[key])
    const first = JSON.stringify(values[0])
    if (values.every((value) => value === values[0] || JSON.stringify(value) === first)) part.same[key] = values[0]
    else part.columns[key] = values
  }
  return part
}

/** Reads the rows of a `ColumnText` in their order. Pauses regularly, so that the thread can do other work. */
export async function readColumns<Row extends object>({ parts }: ColumnText<Row>): Promise<Row[]> {
  const rows: Row[] = []
  let pauseAt = performance.now() + sliceMs
  for (const text of parts) {
    if (performance.now() > pauseAt) {
      await new Promise((resolve) => setTimeout(resolve))
      pauseAt = performance.now() + sliceMs
    }
    const { count, same, columns } = JSON.parse(text) as Part
    const varying = Object.entries(columns)
    // Copies of one object share its hidden class. Rows built key by key would each have a table of keys.
    const first: Record<string, unknown> = { ...same, ...columns }
    for (let index = 0; index < count; index++) {
      const row = { ...first }
      for (const [key, values] of varying) row[key] = values[index]
      rows.push(row as Row)
    }
  }
  return rows
}
