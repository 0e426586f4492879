import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPassword } from '#main/mirror/connection/password-file.ts'
import { readSettings } from '#main/mirror/connection/settings.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

const read = (text: string, env: NodeJS.ProcessEnv = {}, home = '/home/me') =>
  readSettings(text, { env, home, platform: 'linux' })

test('a URI and pairs give the same settings', () => {
  const uri = read('postgresql://me%40home@db.example:6000/my%20money?sslmode=verify-full&sslrootcert=/etc/ca.pem')
  expect(uri).toMatchObject({ host: 'db.example', port: 6000, user: 'me@home', database: 'my money' })
  expect(uri.tls).toMatchObject({ mode: 'verify-full', rootCertificate: '/etc/ca.pem' })
  expect(
    read(`host=db.example port=6000 user='me@home' dbname='my money' sslmode=verify-full sslrootcert=/etc/ca.pem`),
  ).toEqual(uri)
})

test('missing settings come from the environment, then from the defaults', () => {
  expect(read('postgresql://', { PGHOST: 'db', PGUSER: 'anna', PGSSLMODE: 'require', PGPASSFILE: '/p' })).toMatchObject(
    {
      ...{ host: 'db', port: 5432, user: 'anna', database: 'anna', passwordFile: '/p' },
      tls: { mode: 'require' },
    },
  )
  expect(read('postgresql://me@')).toMatchObject({ host: '/var/run/postgresql', passwordFile: '/home/me/.pgpass' })
  expect(read('postgresql:///d?host=/tmp/socket&port=1')).toMatchObject({ host: '/tmp/socket', port: 1, database: 'd' })
  expect(read('postgresql://[::1]:7000/d')).toMatchObject({ host: '::1', port: 7000 })
})

test('a service file gives settings that the text does not have, except a password', () => {
  const home = makeTemporaryDirectory()
  writeFileSync(
    join(home, '.pg_service.conf'),
    '[other]\nhost=x\n[finance]\nhost=db.example\nuser=anna\npassword=hidden-word\n',
  )
  expect(read('service=finance dbname=d', {}, home)).toMatchObject({ host: 'db.example', user: 'anna', database: 'd' })
  expect(JSON.stringify(read('service=finance', {}, home))).not.toContain('hidden-word')
  expect(() => read('service=none', {}, home)).toThrow('has no service none')
})

test.each([
  'postgresql://me:hidden-word@db/d',
  'host=db password=hidden-word',
  'postgresql://db/d?password=hidden-word',
])('a password in the text is refused, and the message does not contain it: %s', (text) => {
  expect(() => read(text)).toThrow('must not contain a password')
  expect(() => read(text)).not.toThrow('hidden-word')
})

test.each([
  'mysql://db',
  'postgresql://a,b/d',
  'host=db sslmode=sometimes',
  'host=db colour=red',
  'port=0 host=x',
  "a='b",
])('an invalid text is refused: %s', (text) => {
  expect(() => read(text)).toThrow(/connection|sslmode/i)
})

test('the first matching line of the password file is used, with its escapes', () => {
  const path = join(makeTemporaryDirectory(), 'pgpass')
  writeFileSync(path, '# a remark\ndb:5432:other:me:no\ndb:*:d:me:a\\:b\\\\c:d\n*:*:*:*:any\n')
  chmodSync(path, 0o600)
  const place = { host: 'db', port: 5432, database: 'd', user: 'me' }
  expect(findPassword(path, place, 'linux')).toEqual({ password: 'a:b\\c:d' })
  expect(findPassword(path, { ...place, user: 'you' }, 'linux')).toEqual({ password: 'any' })
  chmodSync(path, 0o640)
  expect(findPassword(path, place, 'linux')).toEqual({ missing: expect.stringContaining('chmod 600') })
  expect(findPassword(`${path}.none`, place, 'linux')).toEqual({ missing: expect.stringContaining('There is no') })
})
