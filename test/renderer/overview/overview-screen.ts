import Overview from '#renderer/overview/Overview.svelte'
import { mountInApp } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

export const show = (overrides: Partial<Answers> = {}) => mountInApp(Overview, {}, fixtureTransport(overrides))
export const words = (target: Element) => target.textContent.replace(/\s+/g, ' ')
