import { mount, unmount } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import App from '#renderer/App.svelte'
import { forgetViewStates } from '#renderer/lib/view-state/history-entries.ts'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import { until } from '../../fakes/until.ts'
import { connection } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import '../fixtures/page/dom.ts'
import '../fixtures/page/load-screens.ts'
import { settle } from '../fixtures/page/mount.ts'
import { fixtureTransport, type FixtureTransport } from '../fixtures/transport.ts'

let transport: FixtureTransport
let state: ConnectionState
let end = async (): Promise<void> => undefined
afterEach(async () => {
  await end()
  location.hash = ''
})

async function open(hash: string): Promise<void> {
  forgetViewStates()
  location.hash = hash
  state = connection(fixtureNow)
  transport = fixtureTransport({ 'connection.read': () => state })
  const host = {
    request: (...request: Parameters<FixtureTransport['request']>) => transport.request(...request),
    subscribe: transport.subscribe,
    onReach: () => () => undefined,
  }
  const root = mount(App, { target: document.body, props: { host } })
  end = async () => {
    await unmount(root)
    await settle()
  }
  await settle()
}
const find = (selector: string) => document.querySelector<HTMLInputElement>(selector) ?? expect.fail(selector)
const emit = async (topic: 'profile.changed' | 'settings.changed'): Promise<void> => {
  transport.emit(topic)
  await settle()
}
/** Longer than a window shows a value of another key. */
const graceMs = 250
const pass = () => new Promise((resolve) => setTimeout(resolve, graceMs))

/** Answers no request until the returned function is called. */
function holdAnswers(): () => void {
  let release = (): void => undefined
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const { request } = transport
  transport.request = async (...params) => (await isReleased, request(...params))
  return () => release()
}

test('events that were lost leave an open dialog, its text and the focus as they are, however late the answers', async () => {
  await open('#/alerts')
  find('[data-command="new-alert"]').click()
  await settle()
  const field = find('dialog[open] input[type=search], dialog[open] input')
  field.focus()
  const release = holdAnswers()
  await emit('profile.changed')
  await pass()
  expect([field.isConnected, document.activeElement === field]).toEqual([true, true])
  release()
  await settle()
  expect([field.isConnected, document.activeElement === field]).toEqual([true, true])
})

test('another profile builds the screen again without the filter of the one before, and the screen has the focus', async () => {
  await open('#/orders')
  const filter = find('main input[type=search]')
  filter.value = 'SBER'
  filter.dispatchEvent(new Event('input', { bubbles: true }))
  filter.focus()
  await settle()
  state = { ...state, profile: { id: 'service-2', kind: 'service', baseUrl: 'https://api.broker.test' } }
  await emit('profile.changed')
  await until(
    () => filter.isConnected,
    (isConnected) => !isConnected,
  )
  expect(find('main input[type=search]').value).toBe('')
  expect(document.activeElement?.closest('main')).not.toBeNull()
})

test('after a change of the language by keyboard, the focus stays on that choice', async () => {
  await open('#/settings')
  const choice = () => find('input[type=radio][value=ru]')
  choice().focus()
  choice().click()
  await settle()
  await until(
    () => document.documentElement.lang,
    (lang) => lang === 'ru',
  )
  await until(
    () => document.activeElement,
    (active) => active === choice(),
  )
  find('input[type=radio][value=en]').click()
  await settle()
})
