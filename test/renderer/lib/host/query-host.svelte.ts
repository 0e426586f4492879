import { flushSync } from 'svelte'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Query } from '#renderer/lib/host/query.svelte.ts'
import { createClient } from '#shared/client.ts'
import { fixtureTransport } from '../../fixtures/transport.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Advances the clock, runs due timers and updates the page. */
export const pass = async (ms = 0) => {
  flushSync()
  await vi.advanceTimersByTimeAsync(ms)
  flushSync()
}

export interface PendingRead {
  readonly respond: (value: string) => void
  readonly fail: (cause: unknown) => void
}

/** A read function whose responses the test sends, in any order. */
export function deferredReads() {
  const pendingReads: PendingRead[] = []
  const read = () => new Promise<string>((respond, fail) => pendingReads.push({ respond, fail }))
  return { pendingReads, read }
}

export const client = () => {
  const transport = fixtureTransport()
  return { transport, client: createClient(transport) }
}

/** Uses a query as a component does, and records the values. */
export function show<T>(query: Query<T>) {
  const seen: (T | undefined)[] = []
  const stop = $effect.root(() => {
    $effect(() => {
      seen.push(query.current)
    })
  })
  flushSync()
  return { seen, stop }
}
