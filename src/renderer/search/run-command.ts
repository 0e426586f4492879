import { tick } from 'svelte'
import type { App } from '../lib/app.svelte.ts'
import { goTo } from '../navigation/router.svelte.ts'
import type { Action } from './command.ts'
import { press, pressWhenThere } from './press-button.ts'
import { openAddress } from './show-panel.ts'

/** Runs a command of the palette. A failure is shown next to the state that did not change. */
export function runCommand(action: Action, app: App, openShortcuts: () => void): void {
  switch (action.kind) {
    case 'screen':
      return goTo(action.screen)
    case 'account':
      app.accountId = action.accountId
      return
    case 'theme':
      return void app.change({ theme: action.theme })
    case 'language':
      return void app.change({ language: action.language })
    case 'density':
      return void app.change({ density: action.density })
    case 'privacy':
      return void app.togglePrivacy()
    case 'lock':
      return void app.lock()
    case 'sync':
      return void app.client.call('sync.now', { job: null }).catch(() => undefined)
    case 'pause':
      return void pause(app, action.paused)
    case 'shortcuts':
      return openShortcuts()
    case 'screen-command':
      goTo(action.screen)
      return void closed().then(() => pressWhenThere(action.command))
    case 'address':
      return void openAddress(action.hash, action.panel)
    case 'press':
      return void closed().then(() => press(action.element))
  }
}

/** The palette, which is modal, is closed with the next update. Until then a button behind it cannot have the focus. */
const closed = tick

async function pause(app: App, paused: boolean): Promise<void> {
  const state = await app.client.call('connection.pause', { paused }).catch(() => undefined)
  if (state !== undefined) app.acceptConnection(state)
}
