import type { SyncContext } from './context.ts'

interface Answer {
  readonly malformed: readonly { readonly path: string; readonly reason: string }[]
}

interface Notes {
  readonly cache: Pick<SyncContext['cache'], 'malformed'>
  readonly clock: SyncContext['clock']
}

/** Counts the rows of an answer that could not be read, by place and reason: their content is not kept. */
export function noteMalformed({ cache, clock }: Notes, endpoint: string, { malformed }: Answer): void {
  for (const { path, reason } of malformed)
    cache.malformed.note(endpoint, path.replace(/\d+/g, '*'), reason, clock.now())
}
