import { m } from '#shared/messages/messages.js'
import type { RowGroup } from '#shared/model/transaction/row-group.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Reading } from '../../profile/reading/open-reading.ts'
import type { Call, Command } from '../command/command.ts'
import { accountOption } from '../command/options.ts'
import { rowGroupWords } from '../output/code-words.ts'
import { amount, code, detail, figure, key, profit, text, time, type Column } from '../output/column.ts'

/** A transaction of a group; `row` is `null` while it is not in the cache. */
interface Line {
  readonly group: RowGroup
  readonly id: string
  readonly row: TransactionRow | null
}

const columns: readonly Column<Line>[] = [
  detail(key('group', ({ group }) => group.id)),
  key('account', ({ group }) => group.accountId),
  code('kind', ({ group }) => group.kind, rowGroupWords),
  figure('cost_share', ({ group }) => group.costShare),
  time('time', ({ row }) => row?.transaction.at ?? null),
  detail(key('id', ({ id }) => id)),
  text('name', ({ row }) => row?.transaction.name ?? null),
  key('symbol', ({ row }) => row?.transaction.symbol ?? null),
  detail(amount('quantity', ({ row }) => row?.transaction.changeQuantity ?? null)),
  profit('amount', ({ row }) => row?.transaction.change?.amount ?? null),
  key('currency', ({ row }) => row?.transaction.change?.currency ?? null),
]

export const groups: Command = {
  name: 'groups',
  summary: m.cli_groups,
  options: [accountOption],
  notes: [m.cli_groups_note],
  examples: ['groups', 'groups --format json'],
  run,
}

async function run({ values, reading, output }: Call) {
  const groups = readGroups(reading, values.text('account'))
  await output.rows(
    columns,
    groups.map(({ group, rows }) => rows.map((line) => ({ group, ...line }))),
    m.cli_no_groups,
  )
  return exitCodes.fine
}

interface GroupWithRows {
  readonly group: RowGroup
  /** The oldest first. */
  readonly rows: readonly Omit<Line, 'group'>[]
}

/** The groups that the user made in an account, or in all of them (`null`); the newest first. */
export function readGroups({ profile }: Reading, accountId: string | null): readonly GroupWithRows[] {
  const { journal, cache } = profile
  const groups = journal.groups.list().filter((group) => accountId === null || group.accountId === accountId)
  return groups.map((group) => {
    const rows = group.rowIds.map((id) => ({ id, row: cache.transactions.get(group.accountId, id) }))
    return { group, rows: rows.sort((a, b) => timeOf(a) - timeOf(b)) }
  })
}

/** Rows that are not in the cache come last. */
const timeOf = ({ row }: Pick<Line, 'row'>): number => row?.transaction.at ?? Number.MAX_SAFE_INTEGER
