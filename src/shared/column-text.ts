/**
 * Many rows with the same keys as JSON texts, each of some of the rows and column by column. In this form an answer of tens of
 * thousands of rows passes between processes without holding their main threads. It is made of rows that follow the contract:
 * nobody checks them again on their way.
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

/** The parts of a `ColumnText`. Throws where a row has other keys than the first one. */
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

/** The rows of such a text, in their order; pauses, so that the thread can do other work in between. */
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
    // Copies of one object share its form; rows that get their keys one by one would each have a table of keys.
    const first: Record<string, unknown> = { ...same, ...columns }
    for (let index = 0; index < count; index++) {
      const row = { ...first }
      for (const [key, values] of varying) row[key] = values[index]
      rows.push(row as Row)
    }
  }
  return rows
}
