import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import { accounts } from '../tools/portfolio-tools.ts'
import type { CallContext } from './assistant-calls.ts'
import { listReports, readReport } from './reports.ts'
import { answerTool } from './tool-answer.ts'

const accountsUri = 'tidemark://accounts'
const reportsUri = 'tidemark://reports'
const reportUri = (id: string): string => `${reportsUri}/${encodeURIComponent(id)}`
const json = 'application/json'

/** Only the newest are listed, so that the list stays below the size limit. */
const maxReports = 200

/** Accounts, the list of reports, and each report. */
export function registerResources(server: McpServer, { calls, clock, client }: CallContext): void {
  server.registerResource(
    'accounts',
    accountsUri,
    { title: 'Accounts', description: 'The answer of the tool accounts.', mimeType: json },
    async ({ href }, context) => {
      const asked = { client: client(context), name: href, question: {} }
      const { content } = await calls.ask(asked, (reading, amounts) =>
        answerTool(accounts, {}, { reading, clock, amounts }),
      )
      return { contents: [{ uri: href, mimeType: json, text: JSON.stringify(content) }] }
    },
  )
  server.registerResource(
    'reports',
    reportsUri,
    { title: 'Reports', description: 'Reports of the service that were requested with Tidemark.', mimeType: json },
    async ({ href }, context) => {
      const asked = { client: client(context), name: href, question: {} }
      const listed = await calls.ask(asked, async (reading) =>
        listReports(reading)
          .slice(0, maxReports)
          .map(({ id, facts, bytes }) => ({ uri: reportUri(id), facts, bytes })),
      )
      return { contents: [{ uri: href, mimeType: json, text: JSON.stringify(listed) }] }
    },
  )
  server.registerResource(
    'report',
    new ResourceTemplate(`${reportsUri}/{id}`, { list: undefined }),
    { title: 'A report', description: 'The text of a report, or what is known of it.' },
    async ({ href }, { id }, context) => {
      const asked = { client: client(context), name: href, question: {} }
      const read = await calls.ask(asked, async (reading, amounts) =>
        readReport(reading, decodeURIComponent(String(id)), amounts),
      )
      return { contents: [{ uri: href, ...read }] }
    },
  )
}
