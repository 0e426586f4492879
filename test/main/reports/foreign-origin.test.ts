import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { certificate, certificateKey } from '../../fakes/certificates/loopback-certificate.ts'
import { answer, tokenOf } from '../broker/loopback.ts'
import { octoberReport, fileText, startReports } from './rig.ts'

/** A server of another origin and the requests that it received. */
async function startForeignServer(kind: 'http' | 'https', handle?: RequestListener) {
  const received: IncomingMessage[] = []
  const listen: RequestListener = (request, response) => {
    received.push(request)
    if (handle) handle(request, response)
    else response.end(fileText)
  }
  const server: Server =
    kind === 'https' ? createSecureServer({ cert: certificate, key: certificateKey }, listen) : createServer(listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { received, origin: `${kind}://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const trusting = { broker: { fileLimits: { ca: certificate } } }

test('a file at another origin waits for consent, then is downloaded without the token', async () => {
  const foreign = await startForeignServer('https')
  const { reports, follow, script, only } = await startReports(trusting)
  script.url = `${foreign.origin}/file?sig=1`
  reports.request(octoberReport, false)
  expect(await follow('elsewhere')).toMatchObject({ elsewhere: foreign.origin })
  expect(foreign.received).toEqual([])
  expect(() => reports.allowElsewhere(only().id, 'https://127.0.0.1')).toThrow('not the address')
  reports.allowElsewhere(only().id, foreign.origin)
  await follow('here')
  expect(foreign.received.map(({ url }) => url)).toEqual(['/file?sig=1'])
  for (const { headers } of foreign.received) expect(JSON.stringify(headers)).not.toContain(tokenOf(1))
})

test('a redirect to another origin needs the same consent and drops the token', async () => {
  const foreign = await startForeignServer('https')
  const { reports, follow, script, only, service } = await startReports(trusting)
  script.sendFile = (_, response) => void response.writeHead(302, { location: `${foreign.origin}/moved` }).end()
  reports.request(octoberReport, false)
  await follow('elsewhere')
  expect(foreign.received).toEqual([])
  reports.allowElsewhere(only().id, foreign.origin)
  await follow('here')
  expect(foreign.received.map(({ headers }) => headers.authorization)).toEqual([undefined])
  expect(service.calls.filter(({ url }) => url.endsWith('/file'))).toHaveLength(2)
})

test('the allowed origin cannot redirect to a third one', async () => {
  const third = await startForeignServer('https')
  const foreign = await startForeignServer('https', (_, response) =>
    response.writeHead(307, { location: third.origin }).end(),
  )
  const { reports, follow, script, only } = await startReports(trusting)
  script.url = foreign.origin
  reports.request(octoberReport, false)
  await follow('elsewhere')
  reports.allowElsewhere(only().id, foreign.origin)
  expect((await follow('elsewhere')).elsewhere).toBe(third.origin)
  expect(third.received).toEqual([])
})

test('another origin without https is never contacted', async () => {
  const foreign = await startForeignServer('http')
  const { reports, follow, script } = await startReports()
  script.url = `${foreign.origin}/file`
  reports.request(octoberReport, false)
  expect((await follow('failed')).reason).toContain('not https')
  expect(foreign.received).toEqual([])
})

test.each(['ftp://127.0.0.1/file', 'file:///etc/passwd', 'https://user:word@127.0.0.1/', 'http://[broken'])(
  'the address %s is not used',
  async (url) => {
    const { reports, follow, script } = await startReports()
    script.url = url
    reports.request(octoberReport, false)
    expect((await follow('failed')).reason).toContain('cannot be used')
  },
)

test("a redirect within the service's origin keeps the token, and a redirect loop ends with an error", async () => {
  const { reports, follow, script, service } = await startReports()
  const sendFile = script.sendFile
  script.sendFile = (request, response) =>
    request.url === '/moved' ? sendFile(request, response) : void response.writeHead(301, { location: '/moved' }).end()
  reports.request(octoberReport, false)
  await follow('here')
  expect(service.calls.at(-1)?.headers.authorization).toBe(`Bearer ${tokenOf(1)}`)

  const looping = await startReports()
  looping.script.sendFile = (_, response) => void response.writeHead(301, { location: '/v1/report/r1/file' }).end()
  looping.reports.request(octoberReport, false)
  expect((await looping.follow('failed')).reason).toContain('redirects too often')
})

test('an expired token is renewed once for the download', async () => {
  const { reports, follow, script, service } = await startReports()
  const sendFile = script.sendFile
  script.sendFile = (request, response) =>
    request.headers.authorization === `Bearer ${tokenOf(1)}`
      ? answer(response, 401, { code: 16, message: 'ended', details: [] })
      : sendFile(request, response)
  reports.request(octoberReport, false)
  await follow('here')
  expect(service.sessions).toBe(2)
})

test("a refused download fails with the kind of refusal, never with the server's text", async () => {
  const { reports, follow, script } = await startReports()
  script.sendFile = (request, response) => answer(response, 403, { message: request.headers.authorization })
  reports.request(octoberReport, false)
  const { reason } = await follow('failed')
  expect(reason).toContain('403')
  expect(reason).not.toContain(tokenOf(1))
})
