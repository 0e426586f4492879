import type { Reply, Transport } from '../../shared/client.ts'
import { isErrorCode } from '../../shared/errors.ts'
import { EventStream } from './event-stream.ts'

/** Whether the host behind this window answers: a web page outlives its server, and a server its key. */
export type Reach = 'answering' | 'lost' | 'refused'

/** A transport that also says whether its host is there: at once, and when that changes. */
export interface Host extends Transport {
  onReach(listener: (reach: Reach) => void): () => void
}

declare global {
  interface Window {
    /** Put there by the desktop's preload. */
    readonly tidemark?: Transport
  }
}

/** The desktop's transport where there is one, else the web host that served this page. */
export const findHost = (): Host =>
  window.tidemark ? { ...bound(window.tidemark), onReach: () => () => undefined } : webHost()

const bound = (transport: Transport): Transport => ({
  request: (method, params) => transport.request(method, params),
  subscribe: (topic, listener) => transport.subscribe(topic, listener),
})

/** Longer than any request of a person may take: a test of a connection waits for the service. */
const answerWithinMs = 60_000

/** Requests by POST, events by server-sent events. */
export function webHost(): Host {
  const watchers = new Set<(reach: Reach) => void>()
  let reach: Reach = 'answering'
  const setReach = (next: Reach) => {
    if (next === reach) return
    reach = next
    for (const watcher of watchers) watcher(reach)
  }
  const stream = new EventStream('/api/events', (isOpen) => {
    if (isOpen) setReach('answering')
    else if (reach === 'answering') setReach('lost')
  })

  return {
    async request(method, params) {
      let response: Response
      try {
        response = await fetch('/api/request', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ method, params }),
          signal: AbortSignal.timeout(answerWithinMs),
        })
      } catch (cause) {
        if (!(cause instanceof DOMException && cause.name === 'TimeoutError')) setReach('lost')
        return { ok: false, code: 'unavailable', message: 'Tidemark itself does not answer.' }
      }
      const body: unknown = await response.json().catch(() => undefined)
      setReach(isReply(body) ? 'answering' : response.status === 401 || response.status === 403 ? 'refused' : 'lost')
      return isReply(body)
        ? body
        : { ok: false, code: 'unavailable', message: `Tidemark answered with ${response.status}.` }
    },
    subscribe: (topic, listener) => stream.subscribe(topic, listener),
    onReach(listener) {
      watchers.add(listener)
      listener(reach)
      return () => watchers.delete(listener)
    },
  }
}

function isReply(body: unknown): body is Reply {
  if (typeof body !== 'object' || body === null || !('ok' in body)) return false
  if (body.ok === true) return true // No value: the request answers nothing.
  return (
    body.ok === false &&
    'code' in body &&
    isErrorCode(body.code) &&
    'message' in body &&
    typeof body.message === 'string'
  )
}
