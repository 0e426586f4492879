import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Dispatch } from '#main/api/dispatch.ts'
import { EventBus } from '#main/api/events.ts'
import { systemClock, type Clock } from '#main/time/clock.ts'
import { serveWeb, type ConnectionLimits } from '#main/web/server.ts'
import { TrustedPages } from '#main/web/trusted-pages.ts'
import { AppError } from '#shared/errors.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface RequestOptions {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Counts its listeners, so that a test can wait until a page is disconnected. The host itself is one. */
export class CountingBus extends EventBus {
  listeners = 0

  override listen(listener: Parameters<EventBus['listen']>[0]): () => void {
    const stop = super.listen(listener)
    this.listeners++
    let isStopped = false
    return () => {
      if (!isStopped) this.listeners--
      isStopped = true
      stop()
    }
  }
}

/** Starts a web host on a real socket with a minimal renderer; closed when the test ends. */
export async function startHost(
  dispatch: Dispatch = async (method, params) => ({ ok: true, value: { method, params } }),
  options: {
    readonly clock?: Clock
    readonly limits?: ConnectionLimits
    readonly pagesPath?: string
    readonly port?: number
    readonly lock?: { readonly isLocked: boolean }
    readonly reportPath?: (id: string) => string
  } = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-web-'))
  const rendererDir = join(root, 'renderer')
  mkdirSync(join(rendererDir, 'assets'), { recursive: true })
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Tidemark</title>')
  writeFileSync(join(rendererDir, 'assets', 'app.js'), 'export {}')
  writeFileSync(join(rendererDir, 'notes.txt'), 'a file type that is not served')
  writeFileSync(join(root, 'outside.js'), 'OUTSIDE')
  const events = new CountingBus()
  const reportPath = (id: string): string => {
    if (id !== 'known') throw new AppError('not-found', 'There is no such report')
    return join(root, 'report-1-full.html')
  }
  const exportPath = (id: string): string => {
    if (id !== '7') throw new AppError('not-found', 'This export has no file.')
    return join(root, 'transactions-7.csv')
  }
  const key = 'script-key-of-the-tests'
  const host = await serveWeb({
    ...{ dispatch, events, reportPath, exportPath, rendererDir, port: 0, scriptKey: key, clock: systemClock },
    lock: { isLocked: false },
    pages: new TrustedPages(options.pagesPath ?? join(root, 'web-pages.json'), options.clock ?? systemClock),
    ...options,
  })
  onTestFinished(async () => {
    await host.close()
    rmSync(root, { recursive: true, force: true })
  })
  const url = new URL(host.issueUrl())
  const port = Number(url.port)
  const launchKey = url.searchParams.get('key') ?? ''
  const bearer = { authorization: `Bearer ${key}` }

  /** Sends paths and headers exactly as given. */
  const send = ({ method = 'GET', path = '/', headers = {}, body }: RequestOptions): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
        response.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  const post = (body: string, headers: Record<string, string> = {}) =>
    send({
      method: 'POST',
      path: '/api/request',
      headers: { ...bearer, 'content-type': 'application/json', ...headers },
      body,
    })

  /** Exchanges a launch key for a session token. */
  const openSession = (candidate: string, headers: Record<string, string> = {}) =>
    send({
      method: 'POST',
      path: '/api/session',
      headers: { authorization: `Bearer ${candidate}`, ...headers },
    })

  return { root, host, url, port, key, launchKey, bearer, events, send, post, openSession }
}
