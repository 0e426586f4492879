import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import type { BrokerOptions } from '#main/broker/client.ts'
import { createReportLibrary, createReportSchedules } from '#main/journal/reports.ts'
import { Reports } from '#main/reports/reports.ts'
import type { Db } from '#main/sqlite/db.ts'
import { systemClock, type Clock } from '#main/time/clock.ts'
import type { ReportPhase, ReportRow } from '#shared/model/report.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { until } from '../../fakes/until.ts'
import { answer, startRig, type Received } from '../broker/loopback.ts'
import { openTestJournal } from '../journal/open-journal.ts'

export const minuteMs = 60_000

/** A clock that starts at a fixed date and runs in real time, because downloads take real time; a test can move it forward. */
export class MovableClock implements Clock {
  #ahead = Date.UTC(2026, 10, 21, 8) - Date.now()
  now = (): number => Date.now() + this.#ahead
  monotonic = (): number => performance.now() + this.#ahead
  after = systemClock.after
  move(ms: number): void {
    this.#ahead += ms
  }
}

type Send = (request: Received, response: ServerResponse) => void

/** The scripted behaviour of the service, which a test can change at any time. */
export interface Script {
  status: string
  /** The address of the file; `null` omits it from the response. */
  url: string | null
  sendFile: Send
  sendCreated: Send
  sendInfo: Send | null
}

export const fileText = '<html>report</html>'
export const octoberReport = {
  accountId: '1900001',
  form: 'REPORT_FORM_LONG',
  beginOn: '2026-10-01',
  endOn: '2026-10-31',
} as const

/** Reports with a real broker, journal and folder, against a scripted service. */
export async function startReports(
  setup: { readonly db?: Db; readonly folder?: string; readonly broker?: Partial<BrokerOptions> } = {},
) {
  const clock = new MovableClock()
  const { service, broker, stop } = await startRig({ clock, ...setup.broker })
  const db = setup.db ?? openTestJournal()
  const library = createReportLibrary(db)
  const folder = setup.folder ?? makeTemporaryDirectory()
  const topics: string[] = []
  const script: Script = {
    status: 'SUCCESS',
    url: '/v1/report/r1/file',
    sendCreated: (_, response) => answer(response, 200, { report_id: 'r1' }),
    sendInfo: null,
    sendFile: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': fileText.length })
      response.end(fileText)
    },
  }
  service.handle = (request, response) => {
    if (request.method === 'POST') return script.sendCreated(request, response)
    if (!request.url.endsWith('/info')) return script.sendFile(request, response)
    if (script.sendInfo) return script.sendInfo(request, response)
    const url = script.url === null ? {} : { url: script.url }
    answer(response, 200, { info: { report_id: 'r1', status: script.status, report_form: 'x', ...url } })
  }
  const reports = new Reports({
    broker,
    library,
    schedules: createReportSchedules(db),
    clock,
    folder,
    publish: (...[topic]) => void topics.push(topic),
    wakeJob: () => undefined,
    logFault: () => undefined,
  })
  const close = async (): Promise<void> => {
    await reports.close()
    await stop()
  }
  onTestFinished(close)

  const run = (): Promise<void> =>
    reports.job.run({ signal: new AbortController().signal, requestedBy: 'schedule' }).catch(() => undefined)
  const only = (): ReportRow => {
    const [row] = reports.list()
    if (row === undefined) throw new Error('the library is empty')
    return row
  }
  /** Runs the job repeatedly, moving the clock to the next poll each time, until the report is in this phase. */
  const follow = (phase: ReportPhase): Promise<ReportRow> =>
    until(
      async () => {
        const wait = reports.job.nextDelayMs()
        if (wait !== null) clock.move(wait)
        await run()
        return only()
      },
      (row) => row.phase === phase,
    )
  return { clock, service, script, db, library, folder, topics, reports, run, only, follow, close }
}
