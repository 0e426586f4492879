import { readdirSync, readFileSync } from 'node:fs'

/** One answer of the service in a shape that was recorded, with invented values. */
export interface RecordedAnswer {
  readonly request: {
    readonly method: string
    /** Decoded. */
    readonly path: string
    readonly query: Readonly<Record<string, string>>
  }
  readonly status: number
  readonly contentType?: string
  readonly body: unknown
}

/** A file of recorded answers: what it shows, its first answer, and more of them. */
export interface RecordedFile extends RecordedAnswer {
  readonly about: string
  /** What the app should make of it. */
  readonly expect: string
  readonly more?: readonly RecordedAnswer[]
}

const folder = new URL('../../fixtures/recorded/', import.meta.url)

export const recordedNames: readonly string[] = readdirSync(folder)
  .sort()
  .map((name) => name.replace(/\.json$/, ''))

export const readRecorded = (name: string): RecordedFile =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as RecordedFile

/** All answers of a file. */
export const answersOf = ({ more = [], ...first }: RecordedFile): readonly RecordedAnswer[] => [first, ...more]

/**
 * The answer to a request: of those whose query parameters the request has with the same values, that with most of them. A
 * refusal answers only a request with no other parameters than its own. Null if none fits.
 */
export function findAnswer(
  answers: readonly RecordedAnswer[],
  request: RecordedAnswer['request'],
): RecordedAnswer | null {
  const size = (query: RecordedAnswer['request']['query']) => Object.keys(query).length
  const fits = ({ request: { method, path, query }, status }: RecordedAnswer): boolean =>
    method === request.method &&
    path === request.path &&
    (status < 400 || size(query) === size(request.query)) &&
    Object.entries(query).every(([name, value]) => request.query[name] === value)
  return answers.filter(fits).sort((a, b) => size(b.request.query) - size(a.request.query))[0] ?? null
}
