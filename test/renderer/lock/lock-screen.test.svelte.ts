import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import App from '#renderer/App.svelte'
import { AppError } from '#shared/errors.ts'
import type { LockState } from '#shared/model/app/lock.ts'
import { openLock } from '../fixtures/app/lock.ts'
import '../fixtures/page/dom.ts'
import '../fixtures/page/load-screens.ts'
import { settle } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers, type FixtureTransport } from '../fixtures/transport.ts'

let end = async (): Promise<void> => undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await end()
  location.hash = ''
})

const locked: LockState = { ...openLock, hasPin: true, isLocked: true }
let state: LockState
let transport: FixtureTransport
type Reached = (next: 'connected' | 'lost') => void
let listeners: Reached[]
const reach: Reached = (next) => listeners.forEach((listener) => listener(next))

/** Opens the whole window on a fixture transport; `state` is the state of the lock. */
async function open(first: LockState, overrides: Partial<Answers> = {}): Promise<void> {
  state = first
  listeners = []
  const answer = (result: 'opened' | 'wrong', message: string | null = null) => ({ result, message, state })
  transport = fixtureTransport({
    'lock.read': () => state,
    'lock.unlock': ({ pin }) => {
      if (pin === '2580') state = { ...state, isLocked: false, failures: 0, waitMs: 0 }
      else state = { ...state, failures: state.failures + 1, waitMs: state.failures >= 2 ? 5_000 : 0 }
      return answer(pin === '2580' ? 'opened' : 'wrong')
    },
    ...overrides,
  })
  const host = { ...transport, onReach: (listener: Reached) => (listeners.push(listener), () => undefined) }
  const root = mount(App, { target: document.body, props: { host } })
  end = async () => {
    await unmount(root)
    await settle()
  }
  await settle()
}
const text = (): string => document.body.textContent.replace(/\s+/g, ' ').trim()
const field = (): HTMLInputElement => document.querySelector('input[type=password]') ?? expect.fail('no field')
async function type(pin: string): Promise<void> {
  field().value = pin
  field().dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
  document.querySelector('form')?.requestSubmit()
  await settle()
}

test('a locked window shows only the lock screen, sends only lock requests, and has no address', async () => {
  location.hash = '#/instrument/SBER@MISX'
  await open(locked)
  expect(text()).toBe('Tidemark is locked PIN Unlock Forgot the PIN?')
  expect(new Set(transport.calls.map(({ method }) => method))).toEqual(new Set(['lock.read']))
  expect([location.hash, document.title]).toEqual(['', 'Tidemark'])
  await type('2580')
  expect(document.querySelector('nav')).not.toBeNull()
  expect(location.hash).toBe('#/instrument/SBER@MISX')
})

test('an open window removes all content when the app is locked', async () => {
  await open({ ...locked, isLocked: false })
  expect(document.querySelector('nav')).not.toBeNull()
  state = locked
  transport.emit('lock.changed')
  await settle()
  expect(text()).toBe('Tidemark is locked PIN Unlock Forgot the PIN?')
})

test('a request refused by the lock locks the window, even if the event was lost', async () => {
  let isRefused = false
  await open(
    { ...locked, isLocked: false },
    {
      'desktop.read': () => {
        if (isRefused) throw new AppError('locked', 'Tidemark is locked.')
        return null
      },
    },
  )
  ;[isRefused, state] = [true, locked]
  transport.emit('desktop.changed')
  await expect.poll(text).toContain('Tidemark is locked')
})

test('a wrong PIN is reported, and after several wrong PINs the next try must wait', async () => {
  // A time to which 5,000 cannot be added exactly.
  vi.spyOn(performance, 'now').mockReturnValue(4104.2)
  await open(locked)
  await type('1')
  expect(text()).toContain('This is not the PIN.')
  expect(field().value).toBe('')
  await type('2')
  await type('3')
  expect(text()).toContain('The next try is possible in 5 s.')
  const callsBefore = transport.calls.length
  await type('2580')
  expect(transport.calls).toHaveLength(callsBefore)
})

test('Touch ID is offered where it is switched on and possible, and its refusal leaves the PIN', async () => {
  for (const part of [{ usesSystem: true }, { hasSystem: true }]) {
    await open({ ...locked, ...part })
    expect(text()).not.toContain('Touch ID')
    await end()
  }
  await open(
    { ...locked, hasSystem: true, usesSystem: true },
    { 'lock.unlockWithSystem': () => ({ result: 'refused', message: null, state }) },
  )
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Touch ID'))
  button?.click()
  await settle()
  expect(text()).toContain('macOS did not confirm you. Try again, or type the PIN.')
  await type('2580')
  expect(document.querySelector('nav')).not.toBeNull()
})

test('with a PIN, a window whose host does not respond is covered', async () => {
  await open({ ...locked, isLocked: false })
  reach('lost')
  await settle()
  expect(text()).toContain('Tidemark does not respond')
  reach('connected')
  await settle()
  expect(document.querySelector('nav')).not.toBeNull()
})

test('without a PIN, a window whose host does not respond is not covered', async () => {
  await open(openLock)
  reach('lost')
  await settle()
  expect(document.querySelector('nav')).not.toBeNull()
})

test('a damaged lock does not accept a PIN and shows the reason', async () => {
  await open({ ...locked, isDamaged: true })
  expect(text()).toContain('no PIN can be checked')
  expect(text()).toContain('Open with the secret')
})

test('user input is reported to the main process, at most every 15 s and only with a PIN', async () => {
  const reportCount = (): number => transport.calls.filter(({ method }) => method === 'lock.noteActivity').length
  await open(openLock)
  window.dispatchEvent(new Event('pointermove'))
  expect(reportCount()).toBe(0)
  await end()
  await open({ ...locked, isLocked: false })
  for (const input of ['pointermove', 'keydown', 'wheel']) window.dispatchEvent(new Event(input))
  expect(reportCount()).toBe(1)
})

test('a window that was hidden shows nothing until the lock is known to be open', async () => {
  let answer = (): void => undefined
  let isSlow = false
  await open(
    { ...locked, isLocked: false },
    {
      'lock.read': () =>
        isSlow ? new Promise((resolve) => (answer = () => resolve({ ...locked, isLocked: false }))) : state,
    },
  )
  const isCovered = (): boolean => document.querySelector('.unsure') !== null
  expect(isCovered()).toBe(false)
  isSlow = true
  document.dispatchEvent(new Event('visibilitychange'))
  await settle()
  expect(isCovered()).toBe(true)
  answer()
  await settle()
  expect(isCovered()).toBe(false)
})

test('a locked window uses the chosen language, which is part of the lock state', async () => {
  await open({ ...locked, language: 'ru' })
  expect(text()).toBe('Tidemark заблокирован PIN Разблокировать Забыли PIN?')
  expect(document.documentElement.lang).toBe('ru')
  await end()
  await open(locked)
  expect(text()).toBe('Tidemark is locked PIN Unlock Forgot the PIN?')
  expect(document.documentElement.lang).toBe('en')
})
