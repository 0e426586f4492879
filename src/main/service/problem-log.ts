import type { ServiceProblem } from '#shared/model/app/service.ts'

/** Logs each problem of the service once when it begins and once when it ends. */
export class ProblemLog {
  readonly #write: (text: string) => void
  #logged: ReadonlySet<string>

  /** `known` was logged in an earlier run. */
  constructor(write: (text: string) => void, known: readonly ServiceProblem[]) {
    this.#write = write
    this.#logged = new Set(known.map(keyOf))
  }

  note(problems: readonly ServiceProblem[]): void {
    const keys = new Set(problems.map(keyOf))
    for (const problem of problems) if (!this.#logged.has(keyOf(problem))) this.#write(lineOf(problem))
    for (const key of this.#logged) if (!keys.has(key)) this.#write(`service: no longer ${key}`)
    this.#logged = keys
  }
}

const keyOf = ({ endpoint, cause }: ServiceProblem): string => `${endpoint} ${cause.code}`

/** English, as the whole log. */
function lineOf(problem: ServiceProblem): string {
  const { count, since, cause } = problem
  const details = [
    ...(cause.status === null ? [] : [`status ${cause.status}`]),
    ...(cause.reason === '' ? [] : [`“${cause.reason}”`]),
    ...(cause.fields.length === 0 ? [] : [`fields ${cause.fields.join(', ')}`]),
    ...(count === 0 ? [] : [`${count} concerned`]),
  ]
  return `service: ${keyOf(problem)} since ${new Date(since).toISOString()}${details.length === 0 ? '' : `: ${details.join(', ')}`}`
}
