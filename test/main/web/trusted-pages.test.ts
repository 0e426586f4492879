import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { signedText } from '#main/web/trusted-pages.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { startHost } from './host.ts'

const dayMs = 24 * 3_600_000

/** The key of a page, and its signature as browsers write it. */
function makePage() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  return { key: { kty, crv, x, y }, privateKey }
}
const signature = (privateKey: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')

type Host = Awaited<ReturnType<typeof startHost>>
const originOf = (host: Host) => `http://127.0.0.1:${host.port}`
const trust = ({ send, bearer }: Host, key: unknown, headers: Record<string, string> = bearer) =>
  send({ method: 'POST', path: '/api/trust', headers, body: JSON.stringify(key) })
const challengeOf = async ({ send }: Host): Promise<string> =>
  (JSON.parse((await send({ method: 'POST', path: '/api/challenge' })).body) as { challenge: string }).challenge
const signInAgain = (host: Host, challenge: string, signed: string, origin = originOf(host)) =>
  host.send({
    method: 'POST',
    path: '/api/return',
    headers: { origin },
    body: JSON.stringify({ challenge, signature: signed }),
  })
const signFor = async (host: Host, privateKey: KeyObject, origin = originOf(host)) => {
  const challenge = await challengeOf(host)
  return { challenge, signed: signature(privateKey, signedText(origin, challenge)) }
}

/** A host that stopped and started again with the same file, at the same port. */
async function restart(pagesPath: string, options: { readonly clock?: FakeClock } = {}) {
  const first = await startHost(undefined, { pagesPath, ...options })
  const page = makePage()
  expect((await trust(first, page.key)).status).toBe(204)
  await first.host.close()
  const second = await startHost(undefined, { pagesPath, ...options })
  expect(second.port).toBe(first.port)
  return { second, page }
}
const filePath = () => join(makeTemporaryDirectory(), 'web-pages.json')

test('a restarted host has its port again, and lets a page in that signs a challenge', async () => {
  const { second, page } = await restart(filePath())
  const { challenge, signed } = await signFor(second, page.privateKey)
  const { status, body } = await signInAgain(second, challenge, signed)
  expect(status).toBe(200)
  const { token } = JSON.parse(body) as { token: string }
  expect((await second.post('{"method":"app.read"}', { authorization: `Bearer ${token}` })).status).toBe(200)
})

test('a challenge works once, for a minute, and only in the run that issued it', async () => {
  const clock = new FakeClock()
  const { second, page } = await restart(filePath(), { clock })
  const used = await signFor(second, page.privateKey)
  expect((await signInAgain(second, used.challenge, used.signed)).status).toBe(200)
  expect((await signInAgain(second, used.challenge, used.signed)).status).toBe(401)
  const late = await signFor(second, page.privateKey)
  await clock.advance(60_000)
  expect((await signInAgain(second, late.challenge, late.signed)).status).toBe(401)
  const invented = 'A'.repeat(43)
  const signed = signature(page.privateKey, signedText(originOf(second), invented))
  expect((await signInAgain(second, invented, signed)).status).toBe(401)
})

test('an unknown key, a signature for another address and one for another text are refused', async () => {
  const { second, page } = await restart(filePath())
  const foreign = await signFor(second, makePage().privateKey)
  expect((await signInAgain(second, foreign.challenge, foreign.signed)).status).toBe(401)
  // A program at another port may receive a signature from a page.
  const otherOrigin = await signFor(second, page.privateKey, 'http://127.0.0.1:1')
  expect((await signInAgain(second, otherOrigin.challenge, otherOrigin.signed)).status).toBe(401)
  const challenge = await challengeOf(second)
  expect((await signInAgain(second, challenge, signature(page.privateKey, challenge))).status).toBe(401)
})

test('a key that was stored at another port is refused', async () => {
  const pagesPath = filePath()
  const { second, page } = await restart(pagesPath)
  await second.host.close()
  const taken = createServer().listen(second.port, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const third = await startHost(undefined, { pagesPath })
  expect(third.port).not.toBe(second.port)
  const { challenge, signed } = await signFor(third, page.privateKey)
  expect((await signInAgain(third, challenge, signed)).status).toBe(401)
})

test('a page is forgotten after 30 days, and the oldest of more than 64 pages', async () => {
  const clock = new FakeClock()
  const { second, page } = await restart(filePath(), { clock })
  await clock.advance(30 * dayMs)
  const late = await signFor(second, page.privateKey)
  expect((await signInAgain(second, late.challenge, late.signed)).status).toBe(401)
  const [first, ...others] = Array.from({ length: 65 }, makePage)
  for (const { key } of [first!, ...others]) await trust(second, key)
  const oldest = await signFor(second, first!.privateKey)
  expect((await signInAgain(second, oldest.challenge, oldest.signed)).status).toBe(401)
  const next = await signFor(second, others[0]!.privateKey)
  expect((await signInAgain(second, next.challenge, next.signed)).status).toBe(200)
})

test('only a page with a session is trusted, and only a public key is kept, for this user', async () => {
  const pagesPath = filePath()
  const host = await startHost(undefined, { pagesPath })
  const { key } = makePage()
  expect((await trust(host, key, {})).status).toBe(401)
  expect((await trust(host, { ...key, d: 'private' })).status).toBe(400)
  expect((await trust(host, 'nonsense')).status).toBe(400)
  expect((await trust(host, key)).status).toBe(204)
  const stored = JSON.parse(readFileSync(pagesPath, 'utf8')) as { pages: unknown[] }
  expect(stored.pages).toMatchObject([{ key, port: host.port }])
  if (process.platform !== 'win32') expect(statSync(pagesPath).mode & 0o777).toBe(0o600)
})

test('after all data was deleted while the host runs, only pages that come later are let in', async () => {
  const pagesPath = filePath()
  const { second, page } = await restart(pagesPath)
  rmSync(pagesPath)
  const { challenge, signed } = await signFor(second, page.privateKey)
  expect((await signInAgain(second, challenge, signed)).status).toBe(401)
  const later = makePage()
  expect((await trust(second, later.key)).status).toBe(204)
  expect(JSON.parse(readFileSync(pagesPath, 'utf8'))).toMatchObject({ pages: [{ key: later.key }] })
})

test('with a damaged file no page is trusted, and the server starts', async () => {
  const pagesPath = filePath()
  writeFileSync(pagesPath, '{"port": "x"')
  const host = await startHost(undefined, { pagesPath })
  const { challenge, signed } = await signFor(host, makePage().privateKey)
  expect((await signInAgain(host, challenge, signed)).status).toBe(401)
})

test('a page of another site gets no session, and other methods than POST are refused', async () => {
  const { second, page } = await restart(filePath())
  const { challenge, signed } = await signFor(second, page.privateKey)
  expect((await signInAgain(second, challenge, signed, 'https://evil.example')).status).toBe(403)
  for (const path of ['/api/challenge', '/api/return', '/api/trust'])
    expect((await second.send({ path, headers: second.bearer })).status).toBe(405)
})
