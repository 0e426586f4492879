import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { TransactionExport } from '../../shared/model/transaction-history.ts'
import { AppError } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { Separator } from './csv.ts'
import { ExportNews, type ExportOrder } from './messages.ts'

interface ExportsOptions {
  /** The built `thread.ts`. */
  readonly threadFile: string | URL
  readonly cachePath: string
  readonly folder: string
  readonly clock: Clock
  readonly onChange: () => void
}

interface ExportRequest {
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  readonly separator: Separator
}

export type Exports = ReturnType<typeof createExports>

/** Exports remembered after their end. */
const mostKept = 20
const mostRunning = 3

/** The exports of this run of the app, newest first: each is written by a thread of its own. */
export function createExports({ threadFile, cachePath, folder, clock, onChange }: ExportsOptions) {
  const list: TransactionExport[] = []
  const threads = new Map<string, { readonly worker: Worker; readonly ended: Promise<void> }>()
  /** Paths given to exports: their files may not be there yet. */
  const taken = new Set<string>()
  let lastId = 0
  removeParts(folder)

  function change(id: string, changes: Partial<TransactionExport>): void {
    const index = list.findIndex((one) => one.id === id)
    const known = list[index]
    if (known?.phase !== 'running') return
    list[index] = { ...known, ...changes }
    onChange()
  }

  function hear(id: string, path: string, news: ExportNews): void {
    switch (news.kind) {
      case 'progress':
        return change(id, { written: news.written, total: news.total })
      case 'done':
        return change(id, { phase: 'done', written: news.written, total: news.written, path })
      case 'cancelled':
        return change(id, { phase: 'cancelled' })
      case 'failed':
        return change(id, { phase: 'failed', message: news.message ?? fault })
    }
  }

  return {
    list: (): TransactionExport[] => [...list],
    /** Begins an export and says how it stands; throws AppError when too many are under way. */
    start(request: ExportRequest): TransactionExport {
      if (threads.size >= mostRunning) {
        throw new AppError('invalid', `${mostRunning} exports are under way. Wait for one to end, or cancel it.`)
      }
      const id = String(++lastId)
      const path = freePath(folder, clock.now(), taken)
      taken.add(path)
      const workerData: ExportOrder = { cachePath, path, ...request }
      const worker = new Worker(threadFile, { workerData })
      const started: TransactionExport = { id, phase: 'running', written: 0, total: null, path: null, message: null }
      list.unshift(started)
      list.splice(mostKept)
      worker.on('message', (message: unknown) => hear(id, path, ExportNews.parse(message)))
      worker.on('error', () => change(id, { phase: 'failed', message: fault }))
      const ended = new Promise<void>((resolve) => {
        worker.on('exit', () => {
          threads.delete(id)
          change(id, { phase: 'failed', message: fault })
          resolve()
        })
      })
      threads.set(id, { worker, ended })
      onChange()
      return started
    },
    /** Stops an export under way, which leaves nothing behind; one that ended stays as it is. */
    cancel(id: string): void {
      if (!list.some((one) => one.id === id)) throw new AppError('not-found', 'There is no such export.')
      threads.get(id)?.worker.postMessage('cancel')
    },
    /** Cancels what is under way and waits until nothing of it is left. */
    async close(): Promise<void> {
      const running = [...threads.values()]
      for (const { worker } of running) worker.postMessage('cancel')
      await Promise.all(running.map(({ ended }) => ended))
    },
  }
}

const fault = 'The export stopped unexpectedly. Try again.'

/** `transactions-20261121T070000Z.csv`, with a number behind it where that is taken. */
function freePath(folder: string, now: number, taken: ReadonlySet<string>): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  for (let number = 1; ; number++) {
    const path = join(folder, `transactions-${time}${number === 1 ? '' : `-${number}`}.csv`)
    if (!taken.has(path) && !existsSync(path) && !existsSync(`${path}.part`)) return path
  }
}

/** What a crash left half. */
function removeParts(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (/^transactions-.*\.csv\.part$/.test(name)) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // No folder, or none that may be read: then there is nothing of ours to remove.
  }
}
