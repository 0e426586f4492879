import { Notification } from 'electron'
import type { Notifier, Told } from './notifier.ts'

/** By Electron: macOS, with buttons, and Windows. */
export function createElectronNotifier(): Notifier {
  // One that nobody holds is collected, and its click with it.
  const shown = new Set<Notification>()
  return {
    show({ title, body, actions, onClick }: Told) {
      const buttons = actions.map(({ label }) => ({ type: 'button' as const, text: label }))
      const notification = new Notification({ title, body, actions: buttons })
      shown.add(notification)
      notification.on('close', () => shown.delete(notification))
      notification.on('click', () => {
        shown.delete(notification)
        onClick()
      })
      notification.on('action', (_event, index) => actions[index]?.run())
      notification.show()
      return Promise.resolve()
    },
  }
}
