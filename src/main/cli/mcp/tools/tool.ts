import { z } from 'zod'
import type { Reading } from '#main/profile/reading/open-reading.ts'
import type { Clock } from '#main/time/clock.ts'
import { UsageError, type Option, type Values } from '../../command/options.ts'

/** The parts that a tool uses to answer. */
export interface ToolCall {
  readonly values: Values
  readonly reading: Reading
  readonly clock: Clock
  /** The `next` of the previous page; `null` for the first page. */
  readonly cursor: string | null
  /** The maximum number of rows of a page. */
  readonly limit: number
}

interface ToolAnswer {
  /** Matches the schema `output` of the tool. */
  readonly value: Readonly<Record<string, unknown>>
  /** Remarks about the figures. */
  readonly remarks?: readonly string[]
}

/** A question that an assistant can ask: a command of the command line with the result of the contract. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly options: readonly Option[]
  readonly isPaged: boolean
  readonly output: z.ZodObject
  readonly publicPaths: readonly string[]
  readonly read: (call: ToolCall) => Promise<ToolAnswer>
}

interface Description {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly options?: readonly Option[]
  readonly publicPaths?: readonly string[]
}

interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly remarks?: readonly string[]
}

export const pageOf = (row: z.ZodType) =>
  z.object({
    rows: z.array(row),
    next: z
      .string()
      .nullable()
      .describe('pass as cursor, with the same arguments, for the rows behind; null at the end'),
  })

/** A tool that reads all rows and returns them page by page. */
export function listTool<Row extends z.ZodType>(
  row: Row,
  { options = [], publicPaths = [], ...described }: Description,
  read: (call: ToolCall) => Promise<Rows<z.infer<Row>>>,
): Tool {
  return {
    ...described,
    options,
    publicPaths,
    isPaged: true,
    output: pageOf(row).extend({ total: z.int().describe('rows of all pages') }),
    async read(call) {
      const { rows, remarks = [] } = await read(call)
      return { value: { ...pageAt(rows, call), total: rows.length }, remarks }
    },
  }
}

/** The page of these rows that an assistant asks for. */
export function pageAt<Row>(rows: readonly Row[], { cursor, limit }: Pick<ToolCall, 'cursor' | 'limit'>) {
  const first = offsetOf(cursor)
  const end = first + limit
  return { rows: rows.slice(first, end), next: end < rows.length ? String(end) : null }
}

/** A tool that returns a single answer of a few figures. */
export function figuresTool<Output extends z.ZodObject>(
  output: Output,
  { options = [], publicPaths = [], ...described }: Description,
  read: (call: ToolCall) => Promise<{ readonly value: z.infer<Output>; readonly remarks?: readonly string[] }>,
): Tool {
  return { ...described, options, publicPaths, output, isPaged: false, read }
}

function offsetOf(cursor: string | null): number {
  if (cursor === null) return 0
  if (!/^\d{1,9}$/.test(cursor)) throw new UsageError('The cursor is not one of this tool: begin without a cursor.')
  return Number(cursor)
}

/** Remarks about accounts with an incomplete history, whose figures must not look complete. */
export async function remarkHistory({ reading, values }: Pick<ToolCall, 'reading' | 'values'>): Promise<string[]> {
  const named = values.list('account')
  const coverage = await reading.call('transactions.coverage')
  return coverage
    .filter(({ accountId, isComplete }) => !isComplete && (named.length === 0 || named.includes(accountId)))
    .map(({ accountId }) => `The history of account ${accountId} is not complete here: rows may be missing.`)
}

/** Remarks about money of unknown currency, if an answer has it. */
export const remarkCurrency = (isThere: boolean): string[] =>
  isThere ? ['Money of unknown currency has an empty currency: no other sum includes it.'] : []
