import { m } from '#shared/messages/messages.js'
import type { ServiceCheck } from '#shared/model/app/service.ts'
import { serviceCauseWords, serviceCostWords, serviceDataWords } from '#shared/text/service/problem-words.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import { AlreadyRunningError } from '../../sqlite/errors.ts'
import type { Call, Command } from '../command/command.ts'
import { serviceResultWords } from '../output/code-words.ts'
import { code, text, type Column } from '../output/column.ts'

type Row = ServiceCheck['rows'][number]

const columns: readonly Column<Row>[] = [
  text('name', ({ endpoint }) => endpoint),
  text('subject', ({ endpoint }) => serviceDataWords(endpoint)),
  code('state', ({ result }) => result, serviceResultWords),
  text('words', wordsOf),
]

export const doctor: Command = {
  name: 'doctor',
  summary: m.cli_doctor,
  options: [],
  notes: [m.cli_doctor_requests],
  examples: ['doctor', 'doctor --format json'],
  run,
}

async function run(call: Call) {
  await call.output.rows(columns, [await readRows(call)])
  return exitCodes.fine
}

/** While the app runs, only the app may send requests. If it does not answer, what it recorded is the answer. */
async function readRows({ checkService, output, reading }: Call): Promise<readonly Row[]> {
  try {
    return (await checkService()).rows
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error
    output.remark(m.cli_doctor_app_does_not_answer())
    return reading.profile.cache.serviceRecords.list().map(({ endpoint, troubles, answered }): Row => {
      const [trouble] = Object.values(troubles).toSorted((a, b) => b.lastAt - a.lastAt)
      const result = trouble !== undefined ? 'trouble' : answered > 0 ? 'works' : 'no-answer'
      return { endpoint, result, cause: trouble?.cause ?? null }
    })
  }
}

function wordsOf({ endpoint, result, cause }: Row): string {
  const why = cause === null ? '' : serviceCauseWords(cause)
  return result === 'trouble' ? `${why} ${serviceCostWords(endpoint)}` : why
}
