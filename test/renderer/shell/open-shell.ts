import { afterEach } from 'vitest'
import type { Reach } from '#renderer/lib/host/transport.ts'
import Shell from '#renderer/shell/Shell.svelte'
import '../fixtures/page/load-screens.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

export let page: Mounted
afterEach(async () => {
  await page.end()
  location.hash = ''
})

const host = () => {
  const listeners: ((reach: Reach) => void)[] = []
  return {
    report: (reach: Reach) => listeners.forEach((listener) => listener(reach)),
    onReach: (listener: (reach: Reach) => void) => (listeners.push(listener), () => undefined),
  }
}
export const open = async (hash: string, transport = fixtureTransport(), fakeHost = host()) => {
  location.hash = hash
  page = await mountInApp(Shell, { host: fakeHost }, transport)
  return fakeHost
}
