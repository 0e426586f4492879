// Preloaded into Electron's installer (`node --import`). Without it, the installer shows nothing in its first 30 s and never
// gives up. With it, the download reports progress, and fails when no bytes arrive for a while. A slow download is never
// interrupted.
const stallMs = 30_000
const reportEveryMs = 5_000

/**
 * @typedef {object} DownloadWatch
 * @property {typeof fetch} fetch
 * @property {(delayMs: number, run: () => void) => () => void} after runs once after a delay; the result cancels it
 * @property {() => number} now ms
 * @property {(line: string) => void} report
 */

/**
 * Megabytes, with a decimal for small numbers, so that the progress of a slow download is visible.
 * @param {number} bytes
 */
const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)

/**
 * A `fetch` that reports the progress of each body every few seconds, and rejects when no bytes arrive for 30 s.
 * @param {DownloadWatch} watch
 * @returns {typeof fetch}
 */
export const watchDownloads = (watch) => async (input, init) => {
  const stalled = new AbortController()
  let cancelStall = () => {}
  const restartStall = () => {
    cancelStall()
    cancelStall = watch.after(stallMs, () => stalled.abort(new Error(`no data for ${String(stallMs / 1000)} s`)))
  }
  restartStall()
  try {
    const response = await watch.fetch(input, { ...init, signal: stalled.signal })
    if (!response.ok || response.body === null) return (cancelStall(), response)
    const total = Number(response.headers.get('content-length') ?? 0)
    let received = 0
    let reportedAt = watch.now()
    const counter = new TransformStream({
      /** @param {Uint8Array} chunk @param {TransformStreamDefaultController<Uint8Array>} controller */
      transform(chunk, controller) {
        restartStall()
        received += chunk.byteLength
        if (watch.now() - reportedAt >= reportEveryMs) {
          reportedAt = watch.now()
          watch.report(`Downloading Electron: ${megabytes(received)}${total > 0 ? ` of ${megabytes(total)}` : ''} MB`)
        }
        controller.enqueue(chunk)
      },
      flush: () => cancelStall(),
    })
    restartStall()
    return new Response(response.body.pipeThrough(counter), { status: response.status, headers: response.headers })
  } catch (error) {
    cancelStall()
    throw stalled.signal.aborted ? stalled.signal.reason : explainFailure(error, input)
  }
}

/**
 * `fetch` throws "fetch failed". The reason is in the cause of the error.
 * @param {unknown} error
 * @param {RequestInfo | URL} input
 */
function explainFailure(error, input) {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return error
  const { host } = new URL(input instanceof Request ? input.url : input)
  return new Error(`${host} cannot be reached: ${'code' in cause ? String(cause.code) : cause.message}`, { cause })
}

// Only in the installer's process. Tests import the function without running it.
if (process.argv[1]?.endsWith('install.js')) {
  globalThis.fetch = watchDownloads({
    fetch: globalThis.fetch,
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
    now: () => performance.now(),
    report: (line) => console.error(line),
  })
}
