import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { certificate as stranger } from '../../../fakes/certificates/loopback-certificate.ts'
import { authority, goodCertificate, signedKey } from '../../../fakes/certificates/signed-certificates.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { runCli } from '../../cli/run-cli.ts'
import { openStored } from '../../cli/stored-profile.ts'
import { expectEqual, servePostgres, testWithPostgres } from '../mirrored.ts'

const password = 'a:hidden\\word'
const postgres = servePostgres({ password, tls: { certificate: goodCertificate, key: signedKey } })

function putFile(name: string, text: string, mode = 0o600): string {
  const path = join(makeTemporaryDirectory(), name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const putPassword = (mode?: number): string => putFile('pgpass', '127.0.0.1:*:*:tide:a\\:hidden\\\\word\n', mode)

testWithPostgres('the password comes from the password file, and is neither stored nor shown', async () => {
  const { dataDir, profile, close } = await openStored()
  await close()
  const database = await postgres().createDatabase()
  const args = ['mirror', '--to', `${database.to}?sslmode=require`, '--data-dir', dataDir]
  const env = { PGPASSFILE: putPassword() }
  const ended = await runCli(args, { env })
  expect([ended.code, ended.errors]).toEqual([0, ''])
  await expectEqual(profile, database)
  const wrong = await runCli(args, { env: { PGPASSFILE: putFile('pgpass', '*:*:*:*:another-word\n') } })
  expect([wrong.code, wrong.output]).toEqual([3, ''])
  expect(wrong.errors).toBe('tidemark: PostgreSQL refuses the password of this user.\n')
  const texts = [ended.output, wrong.errors, ...filesBelow(dataDir).map((path) => readFileSync(path, 'latin1'))]
  for (const text of texts) expect(text).not.toMatch(/hidden|another-word/)
})

testWithPostgres('without a usable password, the message says in one line what to do', async () => {
  const { dataDir } = await openStored()
  const database = await postgres().createDatabase()
  const args = ['mirror', '--to', database.to, '--data-dir', dataDir]
  const open = putPassword(0o644)
  expect(await runCli(args, { env: { PGPASSFILE: open } })).toMatchObject({
    code: 3,
    errors: `tidemark: The database asks for a password. The password file ${open} may be read by others, so it is not used: chmod 600 ${open}\n`,
  })
  expect((await runCli(args, { env: { PGPASSFILE: '/nowhere/pgpass' } })).errors).toContain('There is no password file')
  const inUri = database.to.replace('tide@', 'tide:hidden@')
  expect(await runCli(['mirror', '--to', inUri, '--data-dir', dataDir])).toMatchObject({
    code: 2,
    errors: expect.not.stringContaining('hidden'),
  })
})

testWithPostgres('the certificate of the database is checked according to sslmode', async () => {
  const { dataDir } = await openStored()
  const database = await postgres().createDatabase()
  const env = { PGPASSFILE: putFile('pgpass', `*:*:*:*:${password.replace('\\', '\\\\').replace(':', '\\:')}\n`) }
  const run = (host: string, query: string) =>
    runCli(
      [
        'mirror',
        '--to',
        `postgresql://tide@${host}:${postgres().port}/${database.name}?${query}`,
        '--data-dir',
        dataDir,
      ],
      { env },
    )
  const [good, other] = [putFile('root.crt', authority), putFile('other.crt', stranger)]
  expect((await run('127.0.0.1', `sslmode=verify-full&sslrootcert=${good}`)).code).toBe(0)
  expect((await run('localhost', `sslmode=verify-ca&sslrootcert=${good}`)).code).toBe(0)
  const named = await run('localhost', `sslmode=verify-full&sslrootcert=${good}`)
  expect([named.code, named.errors]).toEqual([3, expect.stringContaining('names another host')])
  const untrusted = await run('127.0.0.1', `sslmode=verify-ca&sslrootcert=${other}`)
  expect([untrusted.code, untrusted.errors]).toEqual([3, expect.stringContaining('certificate')])
  const unnamed = await run('127.0.0.1', 'sslmode=verify-full')
  expect([unnamed.code, unnamed.errors]).toEqual([2, expect.stringContaining('needs a root certificate')])
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}
