import * as nodeModule from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { makeFolder } from '../disk/flush.ts'
import type { Clock } from '../time/clock.ts'

// Flags of V8's collector are set only at the start: changed while a collection of any thread is in progress or planned, some of
// them end the process with no word (a test repeats this).

/** V8 silently ignores flags that it does not know: a test checks that it knows these. */
export const heapFlags = ['--semi-space-growth-factor=1', '--no-parallel-scavenge'] as const

/**
 * Keeps V8's young generation at its initial size, in all threads. Otherwise it grows to about 100 MB, mostly garbage, and
 * hardly shrinks: the largest part of a process that stays in the tray for weeks. The additional collections cost less than
 * 10 ms a minute. Collections this small are faster on one thread: without parallel scavenging, storing the history is 5 %
 * faster. `isTray`: the process can stay without a window for weeks, and `preferMemory` may make it smaller then.
 */
export function keepHeapSmall({ isTray = false } = {}): void {
  for (const flag of isTray ? [...heapFlags, trayFlag] : heapFlags) setFlagsFromString(flag)
  staysInTray = isTray
}

let staysInTray = false

/** V8 removes baseline code that is not used. */
export const trayFlag = '--flush-baseline-code'

/** For a process without a window: V8 makes no baseline code, and collects the old generation when it has grown by a third. */
export const hiddenFlags = ['--no-sparkplug', '--optimize-for-size'] as const
export const visibleFlags = ['--sparkplug', '--no-optimize-for-size'] as const

/** Makes V8 prefer memory to speed while no window is visible, in all threads. Only after `keepHeapSmall({ isTray: true })`. */
export function preferMemory(isHidden: boolean): void {
  if (staysInTray) for (const flag of isHidden ? hiddenFlags : visibleFlags) setFlagsFromString(flag)
}

/** For a program with one question: V8 collects the old generation when it has grown by a third, and not when it has doubled. */
export const questionFlags = ['--optimize-for-size'] as const

/** Keeps the garbage of a question over many rows small, in all threads; it takes a quarter more of the processor. */
export function keepGarbageSmall(): void {
  for (const flag of questionFlags) setFlagsFromString(flag)
}

/** For a program that streams, and may pause for some milliseconds. It leaves no garbage that would be worth another setting. */
export const streamFlags = ['--no-incremental-marking', '--no-optimize-for-size'] as const

/**
 * Collects the old generation when it is full, in one pause. A collection in steps lags behind on a busy computer, and garbage of
 * a million rows gathers meanwhile. Call it at the start of a process that streams rows only: work that keeps much in memory
 * takes twice as much with it.
 */
export function collectPromptly(): void {
  for (const flag of streamFlags) setFlagsFromString(flag)
}

let collect: ((options: object) => void) | null = null

/** Collects all garbage now, with what V8 only keeps for speed: tens of milliseconds. Does nothing where V8 does not allow it. */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    // Only a context that is made after the flag has the function.
    const found: unknown = runInNewContext('typeof gc === "function" ? gc : null')
    collect =
      typeof found === 'function' ? (options) => void Reflect.apply(found, undefined, [options]) : () => undefined
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * For a program that reads many rows once: call the function with the number of rows read, and garbage is collected after each `step`
 * rows. V8 collects garbage beside the work, which on a busy computer is too late.
 */
export function collectEvery(step: number): (done: number) => void {
  let next = step
  return (done) => {
    if (done < next) return
    next = done + step
    collectGarbage()
  }
}

/** Node's HTTP client is compiled from WebAssembly. */
export const webAssemblyFlag = '--no-wasm-code-gc'

/** Node 24 may end the process where V8 frees compiled WebAssembly (nodejs/node#64500): the few kilobytes are kept. */
export function keepWebAssembly(): void {
  setFlagsFromString(webAssemblyFlag)
}

/** By this time after the start, all code that a start needs has been compiled. */
const compiledByMs = 15_000

/**
 * Caches V8's compiled code in a folder, which makes the next start a third faster. Only code imported after this call is
 * cached. Does nothing before Node 22.1, or when the folder cannot be created. Do not call it in the packaged app: its code
 * must come only from the signed archive.
 */
export function keepCompiled(folder: string, clock: Clock): void {
  if (!('enableCompileCache' in nodeModule)) return
  try {
    makeFolder(folder)
  } catch {
    return // An unusable data directory is reported later.
  }
  nodeModule.enableCompileCache(folder)
  // Node writes the cache when it exits; this also writes it for a host that is killed later.
  if ('flushCompileCache' in nodeModule) clock.after(compiledByMs, () => nodeModule.flushCompileCache())
}
