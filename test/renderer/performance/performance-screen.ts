import { afterEach, beforeEach } from 'vitest'
import Performance from '#renderer/performance/Performance.svelte'
import { mountInApp } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'
import { knownAnswers } from './figures.ts'

export const show = (overrides: Partial<Answers> = {}) =>
  mountInApp(Performance, {}, fixtureTransport({ ...knownAnswers, ...overrides }))
export const words = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()
export const button = (within: Element, name: string): HTMLButtonElement => {
  const found = [...within.querySelectorAll('button')].find((each) => words(each) === name)
  if (!found) throw new Error(`no button ${name}`)
  return found
}

/** Call once in a test file: each test starts at the address of the screen, with an empty local storage. */
export function startAtScreen(): void {
  beforeEach(() => {
    location.hash = '#/performance'
    localStorage.clear()
  })
  afterEach(() => {
    location.hash = ''
  })
}
