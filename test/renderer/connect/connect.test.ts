import { expect, test } from 'vitest'
import Connect from '#renderer/connect/Connect.svelte'
import { keychainMissing, session } from '../fixtures/data.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { failing, fixtureTransport } from '../fixtures/transport.ts'

const secret = 's3cr3t-of-the-broker'

async function type(page: Mounted) {
  for (const [selector, value] of [
    ['input[type=text]', 'https://api.broker.test'],
    ['input[type=password]', secret],
  ] as const) {
    const input = page.find<HTMLInputElement>(selector)
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await page.settle()
}
const submit = async (page: Mounted) => {
  page.find<HTMLFormElement>('form').requestSubmit()
  await page.settle()
}

test('after the test, the agreement and the connect request, the secret field is empty and the overview opens', async () => {
  const answers = { 'connection.test': () => ({ session: session(Date.now()), keychain: keychainMissing }) }
  const page = await mountInApp(Connect, {}, fixtureTransport(answers))
  await type(page)
  await submit(page)
  const text = page.text()
  for (const word of [
    'TRQD05:989213',
    'read-only',
    '4 permissions',
    'delayed 15 min',
    'No Secret Service',
    'GNOME Keyring',
  ]) {
    expect(text).toContain(word)
  }
  const button = () => page.find<HTMLButtonElement>('button[type=submit]')
  expect([button().textContent.trim(), button().disabled]).toEqual(['Connect', true])
  page.find<HTMLInputElement>('input[type=checkbox]').click()
  await page.settle()
  expect(button().disabled).toBe(false)
  await submit(page)
  const connect = page.transport.calls.findLast(({ method }) => method === 'connection.connect')
  expect(connect).toMatchObject({ params: { keepIn: 'memory' } })
  expect(page.find<HTMLInputElement>('input[type=password]').value).toBe('')
  expect(page.app.connection?.profile.kind).toBe('service')
  expect(location.hash).toBe('#/overview')
  await page.end()
})

test('a failure is shown as an alert', async () => {
  const page = await mountInApp(
    Connect,
    {},
    fixtureTransport({ 'connection.test': failing('secret-refused', 'Check that it was copied whole.') }),
  )
  await type(page)
  await submit(page)
  expect(page.find('[role=alert]').textContent).toMatch(
    /The service rejected the secret.*Check that it was copied whole/s,
  )
  expect(page.target.innerHTML).not.toContain(secret)
  await page.end()
})

test('a guide beside the form explains the connection, how to get a secret, and the demo', async () => {
  const page = await mountInApp(Connect, {}, fixtureTransport())
  const guide = page.find('aside[aria-label="About the connection"]')
  expect([...guide.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    ...['What Tidemark does', 'Where do I get a secret?', 'Without a token'],
  ])
  expect(guide.querySelectorAll('ol > li')).toHaveLength(4)
  expect(guide.querySelector('section:last-child a')?.getAttribute('href')).toMatch(/^#\/(overview|settings)$/)
  await page.end()
})
