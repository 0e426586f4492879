import { Notification } from 'electron'
import type { Notifier, SystemNotification } from './show-notices.ts'

/** Shows notifications through Electron, for macOS (with buttons) and Windows. */
export function createElectronNotifier(): Notifier {
  // A notification without a reference is garbage-collected together with its click handler.
  const shown = new Set<Notification>()
  return {
    show({ title, body, actions, onClick }: SystemNotification) {
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
    clear() {
      for (const notification of shown) notification.close()
      shown.clear()
      return Promise.resolve()
    },
  }
}
