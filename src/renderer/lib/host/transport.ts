import type { Reply, Transport } from '#shared/client.ts'
import { isErrorCode } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { EventStream, type Reach } from './event-stream.ts'
import { PageSession } from './page-session.ts'

export type { Reach } from './event-stream.ts'

/** A transport that also reports whether its host responds: immediately on subscription, and on each change. */
export interface Host extends Transport {
  onReach(listener: (reach: Reach) => void): () => void
}

declare global {
  interface Window {
    /** Set by the preload script of the desktop app. */
    readonly tidemark?: Transport
  }
}

/** The transport of the desktop app if there is one, otherwise the web host that served this page. */
export const findHost = (): Host =>
  window.tidemark ? { ...bound(window.tidemark), onReach: () => () => undefined } : webHost()

const bound = (transport: Transport): Transport => ({
  request: (method, params, form) => transport.request(method, params, form),
  subscribe: (topic, listener) => transport.subscribe(topic, listener),
})

/** Longer than any request takes: a test of a connection waits for the service. */
const requestTimeoutMs = 60_000

/** The transport to the web host: requests by POST, events by server-sent events. */
export function webHost(): Host {
  const listeners = new Set<(reach: Reach) => void>()
  let reach: Reach = 'connected'
  const setReach = (next: Reach) => {
    if (next === reach) return
    reach = next
    for (const listener of listeners) listener(reach)
  }
  const session = new PageSession()
  const stream = new EventStream(session, setReach)
  saveFilesOnClick(session)

  return {
    async request(method, params, form) {
      let response: Response
      try {
        response = await session.fetch('/api/request', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ method, params, form }),
          signal: AbortSignal.timeout(requestTimeoutMs),
        })
      } catch (cause) {
        if (!(cause instanceof DOMException && cause.name === 'TimeoutError')) setReach('lost')
        return { ok: false, code: 'unavailable', message: m.lib_tidemark_does_not_respond() }
      }
      const body: unknown = await response.json().catch(() => undefined)
      if (isReply(body)) {
        setReach('connected')
        return body
      }
      const { status } = response
      const isRefused = status === 401 || status === 403
      setReach(isRefused ? 'refused' : 'lost')
      const message = isRefused
        ? m.lib_this_page_is_not_paired()
        : m.lib_tidemark_responded_with_status_status({ status })
      return { ok: false, code: 'unavailable', message }
    },
    subscribe: (topic, listener) => stream.subscribe(topic, listener),
    onReach(listener) {
      listeners.add(listener)
      listener(reach)
      return () => listeners.delete(listener)
    },
  }
}

function isReply(body: unknown): body is Reply {
  if (typeof body !== 'object' || body === null || !('ok' in body)) return false
  if (body.ok === true) return true // A request without a result has no value.
  return (
    body.ok === false &&
    'code' in body &&
    isErrorCode(body.code) &&
    'message' in body &&
    typeof body.message === 'string'
  )
}

/** The browser may read the data some time after the click. */
const releaseMs = 60_000

/**
 * Makes links to files of the host work: a browser cannot send the session token with a link, so the file is fetched and then
 * saved.
 */
function saveFilesOnClick(session: Pick<PageSession, 'fetch'>): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null
    const path = link?.getAttribute('href')
    if (path === undefined || path === null || !/^\/(reports|exports)\//.test(path)) return
    event.preventDefault()
    saveFile(session, path).catch(() => alert(m.lib_the_file_could_not_be_downloaded_try()))
  })
}

async function saveFile(session: Pick<PageSession, 'fetch'>, path: string): Promise<void> {
  const response = await session.fetch(path)
  if (!response.ok) throw new TypeError(`The host responded with ${response.status}`)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), releaseMs)
}
