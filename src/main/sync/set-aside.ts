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
  const kinds = new Map<string, { readonly path: string; readonly reason: string; count: number }>()
  for (const one of malformed) {
    const path = one.path.replace(/\d+/g, '*')
    const kind = kinds.get(`${path} ${one.reason}`) ?? { path, reason: one.reason, count: 0 }
    kind.count++
    kinds.set(`${path} ${one.reason}`, kind)
  }
  for (const { path, reason, count } of kinds.values()) cache.malformed.note(endpoint, path, reason, clock.now(), count)
}
