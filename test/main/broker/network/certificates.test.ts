import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { node } from '../../../../scripts/child.mjs'
import { certificate, certificateKey } from '../../../fakes/certificates/loopback-certificate.ts'
import {
  authority,
  expiredCertificate,
  goodCertificate,
  otherCertificate,
  signedKey,
} from '../../../fakes/certificates/signed-certificates.ts'
import { failureOf } from '../loopback.ts'
import { sendTo, startTlsService } from './tls-service.ts'

const trustedAuthority = { ca: authority }

test('a request is sent to a service with a certificate that this computer trusts', async () => {
  const { port, received } = await startTlsService(goodCertificate, signedKey)
  expect(await sendTo(`https://127.0.0.1:${port}`, trustedAuthority)).toMatchObject({ status: 200 })
  expect(received).toEqual(['Bearer token-of-mine'])
})

test.each([
  ['has expired', expiredCertificate, signedKey, /has expired.*CERT_HAS_EXPIRED/],
  ['is for another name', otherCertificate, signedKey, /belongs to another address/],
  ['is self-signed', certificate, certificateKey, /does not trust the issuer/],
])('a certificate that %s has its own error, and nothing is sent', async (_, cert, key, words) => {
  const { port, received } = await startTlsService(cert, key)
  const failure = await failureOf(sendTo(`https://127.0.0.1:${port}`, trustedAuthority))
  expect(failure).toMatchObject({ code: 'bad-certificate', message: expect.stringMatching(words) })
  expect(received).toEqual([])
})

test('the certificate is checked even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { port, received } = await startTlsService(certificate, certificateKey)
  for (const usesSystem of [true, false]) {
    const failure = await failureOf(sendTo(`https://127.0.0.1:${port}`, {}, { usesSystem: () => usesSystem }))
    expect(failure).toMatchObject({ code: 'bad-certificate' })
  }
  expect(received).toEqual([])
})

test('a certificate in the store of the system is trusted, unless the user switches this off', async () => {
  const { port } = await startTlsService(goodCertificate, signedKey)
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'store.pem'), authority)
  // The store is read once per process, so this runs in another process. It uses the runtime of the app, which is newer
  // than the oldest supported one.
  const script = `
    import { createTransport } from './src/main/broker/transport.ts'
    import { systemClock } from './src/main/time/clock.ts'
    const send = (isOn) => createTransport(new URL('https://127.0.0.1:${port}'), systemClock, {}, { usesSystem: () => isOn })
      .send(
        { method: 'GET', target: '/', body: null },
        { bearer: null, signal: new AbortController().signal, limits: { bytes: 1024 } },
      )
      .then(({ status }) => status, ({ code }) => code)
    console.log(JSON.stringify([await send(true), await send(false)]))
    process.exit()`
  const env = { ...process.env, SSL_CERT_FILE: join(folder, 'store.pem'), SSL_CERT_DIR: folder }
  const child = await runInProcess(script, env)
  expect(JSON.parse(child)).toEqual([200, 'bad-certificate'])
})

/** Runs a module in another process while this process serves requests. Returns its output. */
async function runInProcess(script: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(node, ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return output
}
