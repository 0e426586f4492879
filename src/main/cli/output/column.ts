import type { Money } from '#shared/model/values.ts'

/** A value of a row. Amounts are decimal text; `null` is unknown. */
export type Cell = string | number | boolean | null | readonly Money[]

/** A column of an answer. It is the same in each format. */
export interface Column<Row> {
  /** The key in CSV and JSON, in snake case. */
  readonly name: string
  readonly read: (row: Row) => Cell
  /** An amount or a quantity, which privacy mode hides. */
  readonly isAmount?: true
  /** A table aligns it to the right. */
  readonly isFigure?: true
  /** It is never cut, even in a narrow terminal. */
  readonly isNeverCut?: true
  /** A time. A table shows it in a shorter form. */
  readonly isTime?: true
  /** A table omits it if the terminal is too narrow for all columns. */
  readonly isDetail?: true
  /** A table omits it: there, another column has it in short. */
  readonly isNotInTable?: true
  /** A mark that a table writes behind the value of a row; empty without one. */
  readonly markOf?: (row: Row) => string
  /** A gain or a loss. A terminal shows it in colour. */
  readonly isProfit?: true
  /** The values are codes. A table shows this text for a code, in the user's language. */
  readonly wordsOf?: (code: string) => string
}

type Read<Row, Value> = (row: Row) => Value

/** Text that is useful only if complete: an id, a symbol, a date. */
export const key = <Row>(name: string, read: Read<Row, Cell>): Column<Row> => ({ name, read, isNeverCut: true })

/** Any other text. */
export const text = <Row>(name: string, read: Read<Row, Cell>): Column<Row> => ({ name, read })

/** A figure that privacy mode does not hide: a price, a percentage, a count. */
export const figure = <Row>(name: string, read: Read<Row, Cell>): Column<Row> => ({ name, read, isFigure: true })

/** Money or pieces. */
export const amount = <Row>(name: string, read: Read<Row, Cell>): Column<Row> => ({
  name,
  read,
  isAmount: true,
  isFigure: true,
})

/** Money gained or lost. */
export const profit = <Row>(name: string, read: Read<Row, Cell>): Column<Row> => ({
  ...amount(name, read),
  isProfit: true,
})

/** A code of a kind or state. A table shows it in words; formats for programs keep the code. */
export const code = <Row>(
  name: string,
  read: Read<Row, string | null>,
  wordsOf: (code: string) => string,
): Column<Row> => ({
  name,
  read,
  wordsOf,
})

/** Makes a column that is omitted in a narrow terminal. */
export const detail = <Row>(column: Column<Row>): Column<Row> => ({ ...column, isDetail: true })

/** Makes a column that only formats for programs have. */
export const forPrograms = <Row>(column: Column<Row>): Column<Row> => ({ ...column, isNotInTable: true })

/** Adds a mark to some values of a column in a table. */
export const marked = <Row>(column: Column<Row>, markOf: (row: Row) => string): Column<Row> => ({ ...column, markOf })

/** A time (UTC ms) in ISO format. */
export const time = <Row>(name: string, read: Read<Row, number | null>): Column<Row> => ({
  name,
  isNeverCut: true,
  isTime: true,
  read: (row) => {
    const at = read(row)
    return at === null ? null : new Date(at).toISOString()
  },
})

/** The text that replaces an amount in files in privacy mode. */
export const withheld = 'hidden'

/** The columns with hidden amounts. Unknown values stay unknown. */
export const withoutAmounts = <Row>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.map((column) =>
    column.isAmount === true ? { ...column, read: (row) => (column.read(row) === null ? null : withheld) } : column,
  )
