import { createFormat } from '../../shared/text/format.ts'
import { serviceProblemWords } from '../../shared/text/service/problem-words.ts'
import type { Reading } from '../profile/reading/open-reading.ts'

/** Without a session nothing is read. */
const always = ['openSession', 'readSession']

/** The data of these endpoints, by default of all, that is missing, a line each: what, since when and why. */
export async function missingData(
  reading: Pick<Reading, 'call'>,
  endpoints: readonly string[] | null = null,
): Promise<string[]> {
  const problems = await reading.call('service.problems')
  const format = createFormat({ locale: null })
  return problems
    .filter(({ endpoint }) => endpoints === null || always.includes(endpoint) || endpoints.includes(endpoint))
    .map((problem) => serviceProblemWords(problem, format, (at) => new Date(at).toISOString()))
}
