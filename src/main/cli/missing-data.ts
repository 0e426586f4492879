import { m } from '#shared/messages/messages.js'
import { createFormat } from '#shared/text/format.ts'
import { missingWords } from '#shared/text/service/missing-words.ts'
import { serviceProblemWords } from '#shared/text/service/problem-words.ts'
import { unreadableIn, unreadableWords } from '#shared/text/service/unreadable-words.ts'
import { withdrawnWords } from '#shared/text/service/withdrawn-words.ts'
import type { Reading } from '../profile/reading/open-reading.ts'

/** Without a session nothing is read. */
const always = ['openSession', 'readSession']

/**
 * The data of these endpoints, by default of all, that is missing, a line each: what, since when and why. Last the
 * transactions that could not be read, and those that the service does not send, or no longer sends.
 */
export async function missingData(
  reading: Pick<Reading, 'call'>,
  endpoints: readonly string[] | null = null,
): Promise<string[]> {
  const problems = await reading.call('service.problems')
  const format = createFormat({ locale: null })
  const lines = problems
    .filter(({ endpoint }) => endpoints === null || always.includes(endpoint) || endpoints.includes(endpoint))
    .map((problem) => serviceProblemWords(problem, format, (at) => new Date(at).toISOString()))
  const needsRows = endpoints === null || endpoints.includes('listTransactions')
  return needsRows ? [...lines, ...(await coverageLines(reading)), ...(await withdrawnLines(reading))] : lines
}

/** The accounts with transactions that could not be read, a line each; then those with transactions that answers lack. */
async function coverageLines(reading: Pick<Reading, 'call'>): Promise<string[]> {
  const format = createFormat({ locale: null })
  const coverage = await reading.call('transactions.coverage')
  const unreadable = coverage.flatMap((account) => {
    const rows = unreadableIn([account], { from: null, to: null })
    if (rows === null) return []
    const words = unreadableWords(rows, format, utcDays)
    return [m.cli_transactions_of_account_could_not_be_read({ account: account.accountId, words })]
  })
  const missing = coverage.flatMap(({ accountId: account, missing: rows }) => {
    if (rows === null) return []
    const words = missingWords(rows, format, (at) => new Date(at).toISOString())
    return [m.cli_transactions_of_account({ account, ...words })]
  })
  return [...unreadable, ...missing]
}

/** The accounts with transactions that the service no longer sends, a line each. */
async function withdrawnLines(reading: Pick<Reading, 'call'>): Promise<string[]> {
  const format = createFormat({ locale: null })
  const accounts = Map.groupBy(await reading.call('transactions.withdrawn'), ({ accountId }) => accountId)
  return [...accounts].map(([account, rows]) =>
    m.cli_transactions_of_account({ account, ...withdrawnWords(rows.length, format) }),
  )
}

/** The UTC days of an interval, as `2026-03-05` or `2026-03-05/2026-03-07`. */
function utcDays({ from, to }: { readonly from: number; readonly to: number }): string {
  const [first = '', last = ''] = [from, to - 1].map((at) => new Date(at).toISOString().slice(0, 10))
  return first === last ? first : `${first}/${last}`
}
