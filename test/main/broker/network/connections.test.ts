import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnvironmentProxy, readProxyList } from '#main/broker/network/connections.ts'
import { certificate, certificateKey } from '../../../fakes/certificates/loopback-certificate.ts'
import { authority, goodCertificate, signedKey } from '../../../fakes/certificates/signed-certificates.ts'
import { failureOf } from '../loopback.ts'
import { sendTo, startProxy, startTlsService } from './tls-service.ts'

const trustedAuthority = { ca: authority }
const systemCertificates = { usesSystem: () => true }

function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'])
    for (const variant of [name, name.toLowerCase()]) vi.stubEnv(variant, variables[variant] ?? '')
  onTestFinished(() => void vi.unstubAllEnvs())
}

async function start(status?: number) {
  const service = await startTlsService(goodCertificate, signedKey)
  return { service, proxy: await startProxy(service.port, status) }
}

test('the proxy of the environment is used with its password and does not see the token', async () => {
  const { service, proxy } = await start()
  setEnvironment({ HTTPS_PROXY: `http://me:pass@127.0.0.1:${proxy.port}` })
  expect(await sendTo('https://service.test', trustedAuthority, systemCertificates)).toMatchObject({ status: 200 })
  const authorization = `Basic ${Buffer.from('me:pass').toString('base64')}`
  expect(proxy.requested).toEqual([{ target: 'service.test:443', authorization }])
  expect(service.received).toEqual(['Bearer token-of-mine'])
})

test('the proxy that the system names for the address is used', async () => {
  const { service, proxy } = await start()
  setEnvironment({})
  const requested: string[] = []
  const resolveProxy = async (url: string) => (requested.push(url), `PROXY 127.0.0.1:${proxy.port}; DIRECT`)
  expect(await sendTo('https://service.test', trustedAuthority, { ...systemCertificates, resolveProxy })).toMatchObject(
    {
      status: 200,
    },
  )
  expect([requested, proxy.requested.length, service.received.length]).toEqual([['https://service.test/'], 1, 1])
})

test('the certificate of the service is checked behind a proxy as well', async () => {
  const service = await startTlsService(certificate, certificateKey)
  const proxy = await startProxy(service.port)
  setEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` })
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const failures = [
    await failureOf(sendTo('https://service.test', trustedAuthority, systemCertificates)),
    await failureOf(sendTo('https://service.test', { ca: certificate }, systemCertificates)),
  ]
  expect(failures.map(({ code }) => code)).toEqual(['bad-certificate', 'bad-certificate'])
  expect(service.received).toEqual([])
})

test('this computer and the names in NO_PROXY are reached without the proxy', async () => {
  const { service, proxy } = await start()
  setEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: '.test' })
  expect(await sendTo(`https://127.0.0.1:${service.port}`, trustedAuthority, systemCertificates)).toMatchObject({
    status: 200,
  })
  await failureOf(sendTo('https://service.test:1', trustedAuthority, systemCertificates))
  expect(proxy.requested).toEqual([])
})

test('if the setting is off, the proxies of the environment and of the system are ignored', async () => {
  const { proxy, service } = await start()
  setEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` })
  const resolveProxy = vi.fn(async () => 'DIRECT')
  const off = { usesSystem: () => false, resolveProxy }
  expect(await sendTo(`https://127.0.0.1:${service.port}`, trustedAuthority, off)).toMatchObject({ status: 200 })
  await failureOf(sendTo('https://service.test:1', trustedAuthority, off))
  expect([proxy.requested.length, resolveProxy.mock.calls.length]).toEqual([0, 0])
})

test('the error says that the proxy refuses the connection, with its status', async () => {
  const { proxy } = await start(407)
  setEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` })
  expect(await failureOf(sendTo('https://service.test', trustedAuthority, systemCertificates))).toMatchObject({
    code: 'offline',
    message: 'The proxy of this computer refuses the connection (407)',
  })
})

test('the first usable entry of a list of proxies is chosen', () => {
  expect(readProxyList('DIRECT')).toBeNull()
  expect(readProxyList('PROXY a:8080; DIRECT')).toBe('http://a:8080')
  expect(readProxyList('SOCKS4 a:1; HTTPS b:443')).toBe('https://b:443')
  expect(readProxyList('SOCKS5 [::1]:1080')).toBe('socks5://[::1]:1080')
  expect(readProxyList('nonsense')).toBeNull()
})

test('variables are read in lower case, then in upper case, and this computer is never reached through a proxy', () => {
  expect(readEnvironmentProxy({ NO_PROXY: 'x' })).toBeNull()
  expect(readEnvironmentProxy({ https_proxy: 'a:1', HTTPS_PROXY: 'b:2', no_proxy: 'x,y' })).toEqual({
    httpsProxy: 'http://a:1',
    httpProxy: 'http://a:1',
    noProxy: 'x,y,localhost,127.0.0.1,[::1]',
  })
  expect(readEnvironmentProxy({ ALL_PROXY: 'socks5://c:3' })?.httpsProxy).toBe('socks5://c:3')
  expect(() => readEnvironmentProxy({ HTTPS_PROXY: 'ftp://d' })).toThrow('cannot be used')
})
