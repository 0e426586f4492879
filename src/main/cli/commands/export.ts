import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import { WholeFormat } from '#shared/model/transaction/history.ts'
import { conditionsNow } from '#shared/period.ts'
import { wholeReading } from '../../api/whole-export.ts'
import { writeFileAt } from '../../disk/new-file.ts'
import { byteOrderMark, formatHeader, formatRow, type Separator } from '../../export/csv.ts'
import { formatIncomeCalendar, formatIncomeCsv } from '../../export/income-files.ts'
import { formatLot, formatLotHeader } from '../../export/realized-csv.ts'
import { historyRemarks, scopeOf, writeRemarks } from '../../export/remarks.ts'
import { writeWhole } from '../../export/write-whole.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import { collectEvery } from '../../host/v8-settings.ts'
import { openCurrentSnapshot } from '../../ledger/current-snapshot.ts'
import type { Call, Command } from '../command/command.ts'
import { nameOneOf } from '../command/nearest.ts'
import { UsageError } from '../command/options.ts'
import { filterNotes, filterOptions, readFilter } from '../filter/transaction-filter.ts'
import { plainLines } from '../output/terminal-text.ts'
import { readIncome } from './income.ts'
import { performanceScope } from './performance.ts'
import { readTransactions } from './transactions.ts'

const lists = ['transactions', 'realized', 'income', 'calendar'] as const
type List = (typeof lists)[number]
const wholeFormats = WholeFormat.options
const subjects = [...lists, ...wholeFormats] as const
type Subject = (typeof subjects)[number]

const separators: Readonly<Record<string, Separator>> = { comma: ',', semicolon: ';', tab: '\t' }

/** The filter options of each subject. Transactions have the whole filter. */
const narrowing: Readonly<Record<Exclude<Subject, 'transactions'>, readonly string[]>> = {
  realized: ['account', 'from', 'to', 'symbol', 'currency', 'method'],
  income: ['account', 'from', 'to', 'symbol', 'separator'],
  calendar: ['account', 'from', 'to', 'symbol'],
  hledger: ['account'],
  ledger: ['account'],
  beancount: ['account'],
  'performance-csv': ['account'],
  xlsx: [],
  parquet: [],
  archive: [],
}

export const exportFiles: Command = {
  name: 'export',
  summary: m.cli_export,
  needs: ['getAsset', 'getAccount', 'getQuote', 'listTransactions'],
  takes: 'SUBJECT',
  options: [
    { name: 'file', value: 'PATH', words: m.cli_export_file },
    {
      name: 'separator',
      value: 'NAME',
      words: () => Object.keys(separators).join(', '),
      choices: Object.keys(separators),
    },
    {
      name: 'method',
      value: 'NAME',
      words: () => m.cli_export_method({ methods: LotMethod.options.join(', ') }),
      choices: LotMethod.options,
    },
    ...filterOptions,
  ],
  notes: [
    () => `SUBJECT: ${lists.join(', ')};`,
    () => m.cli_export_for_other_programs({ formats: wholeFormats.join(', ') }),
    m.cli_export_income_and_lots_take,
    m.cli_export_journals_take,
    ...filterNotes,
  ],
  examples: ['export transactions --file all.csv', 'export beancount --file book.beancount'],
  run,
}

async function run(call: Call) {
  const { values, output } = call
  const subject = subjects.find((each) => each === values.positionals[0])
  if (subject === undefined || values.positionals.length > 1)
    throw new UsageError(nameOneOf(values.positionals[0] ?? '', subjects, 'export'))
  if (output.hidesAmounts) throw new UsageError(m.cli_export_privacy_mode())
  assertOptions(call, subject)
  const path = values.text('file')
  const whole = wholeFormats.find((format) => format === subject)
  if (path === null && whole !== undefined && !isText(whole))
    throw new UsageError(m.cli_export_name_a_new_file({ format: whole }))
  const write = async (append: Append): Promise<void> => {
    if (whole !== undefined) return exportWhole(call, whole, append)
    const list = lists.find((each) => each === subject)
    if (list !== undefined) for await (const text of content(call, list)) await append(text)
  }
  if (path === null) await write((text) => output.write(plainLines(String(text))))
  else await writeFile(resolve(path), write, hasOwnRemarks(subject) ? [] : remarksOf(call, subject))
  return exitCodes.fine
}

/** CSV has no place for remarks. Without a file they are on standard error only. */
const hasOwnRemarks = (subject: Subject): boolean =>
  subject !== 'transactions' && subject !== 'realized' && subject !== 'income'

/** What the history lacks that the subject is made of. */
function remarksOf({ values, reading, clock }: Call, subject: Subject): readonly string[] {
  const { cache } = reading.profile
  if (subject !== 'transactions') {
    const account = values.text('account')
    return historyRemarks(cache, { accountIds: account === null ? null : [account] })
  }
  const { conditions, ...filter } = readFilter(values)
  return historyRemarks(cache, scopeOf({ ...filter, conditions: conditionsNow(conditions, clock.now()) }))
}

/** Refuses options without effect, because the file would contain more than was requested. */
function assertOptions({ values }: Call, subject: Subject): void {
  const allowed = subject === 'transactions' ? null : ['file', ...narrowing[subject]]
  const known = exportFiles.options.map(({ name }) => name)
  const wrong = known.find((name) => {
    if (!values.isGiven(name)) return false
    return allowed === null ? name === 'method' : !allowed.includes(name)
  })
  if (wrong !== undefined) throw new UsageError(m.cli_export_has_no_effect_on({ option: wrong, subject }))
  const several =
    subject === 'transactions'
      ? undefined
      : ['account', 'symbol', 'currency'].find((name) => values.list(name).length > 1)
  if (several !== undefined) throw new UsageError(m.cli_is_given_more_than_once({ name: several }))
}

type Append = (data: string | Uint8Array) => Promise<void>

/** Never replaces a file. The file gets its name when it is complete. */
async function writeFile(
  path: string,
  write: (append: Append) => Promise<void>,
  remarks: readonly string[],
): Promise<void> {
  if (existsSync(path)) throw new AppError('invalid', m.cli_path_already_exists({ path }))
  const folder = dirname(path)
  if (!existsSync(folder)) throw new AppError('invalid', m.cli_there_is_no_folder({ folder }))
  await writeFileAt(path, (file) => write((data) => file.append(data)), {
    beforeRename: () => writeRemarks(path, remarks),
  })
}

async function* content(call: Call, subject: List): AsyncGenerator<string> {
  const { values, clock } = call
  const separator = separators[values.text('separator') ?? 'comma'] ?? ','
  const style = { separator, decimalMark: '.' } as const
  switch (subject) {
    case 'transactions': {
      yield byteOrderMark + formatHeader(style)
      const question = { filter: readFilter(values), direction: 'newest' as const, limit: null }
      for (const rows of readTransactions(call, question)) yield rows.map((row) => formatRow(row, style)).join('')
      return
    }
    case 'realized':
      yield* realized(call)
      return
    case 'income':
      yield* formatIncomeCsv(readIncome(call), separator)
      return
    case 'calendar':
      yield* formatIncomeCalendar(readIncome(call), clock.now(), remarksOf(call, subject))
  }
}

const lotsPerChunk = 1_000

async function* realized(call: Call): AsyncGenerator<string> {
  const scope = await performanceScope(call)
  const method = LotMethod.optional().parse(call.values.text('method') ?? undefined)
  const question = { ...scope, ...(method === undefined ? {} : { method }), limit: lotsPerChunk }
  yield byteOrderMark + formatLotHeader()
  for (let offset = 0; ; offset += lotsPerChunk) {
    const { lots, lotCount, coverage } = await call.reading.call('performance.realized', { ...question, offset })
    if (coverage === 'partial') throw new AppError('unavailable', m.cli_export_no_lot_is_known())
    yield lots.map(formatLot).join('')
    if (offset + lotsPerChunk >= lotCount) return
  }
}

/** Whether the format is text, which a terminal or a pipe can show. */
const isText = (format: WholeFormat): boolean => format === 'hledger' || format === 'ledger' || format === 'beancount'

/** Garbage is collected after this many rows. */
const rowsInCollection = 10_000

/** Exports all data in a format of another program; journals may be of one account. Throws AppError. */
async function exportWhole(
  { values, reading, clock }: Call,
  format: WholeFormat,
  append: (data: string | Uint8Array) => Promise<void>,
): Promise<void> {
  const { profile } = reading
  const account = values.text('account')
  if (account !== null && profile.cache.accounts.get(account) === null)
    throw new AppError('not-found', m.cli_there_is_no_account_here({ account }))
  const accountIds = account === null ? null : [account]
  const { request, income } = wholeReading(profile, { format, accountIds }, clock.now())
  const db = await openCurrentSnapshot(profile.paths.cache, profile.ledger.choices)
  try {
    await writeWhole({ db, append, report: collectEvery(rowsInCollection) }, request, income)
  } finally {
    db.close()
  }
}
