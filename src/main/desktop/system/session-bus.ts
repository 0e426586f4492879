import type { Message, MessageBus } from '@jellybrick/dbus-next'
import type { Clock } from '../clock.ts'

const callTimeoutMs = 3_000

/** What is told to one program on the bus; see the D-Bus specification for signatures. */
export interface BusCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature?: string
  readonly body?: readonly unknown[]
}

/** The bus of a Linux session, opened once. */
export interface SessionBus {
  /** Rejects where nobody answers as asked, or not soon. */
  call(call: BusCall): Promise<readonly unknown[]>
  /** Has the bus send what `rule` names; see the D-Bus specification for match rules. */
  hear(rule: string, listener: (message: Pick<Message, 'member' | 'interface' | 'body'>) => void): Promise<void>
  /** The bus went away. */
  onLost(listener: () => void): void
}

const busItself = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/** Opens the session's bus with the first call, and again after it was lost; `null` where there is none. */
export function shareSessionBus(clock: Clock): () => Promise<SessionBus | null> {
  let shared: Promise<SessionBus | null> | null = null
  const forget = (): void => void (shared = null)
  async function open(): Promise<SessionBus | null> {
    const bus = await openSessionBus(clock)
    bus.onLost(forget)
    return bus
  }
  return () =>
    (shared ??= open().catch(() => {
      forget()
      return null
    }))
}

async function openSessionBus(clock: Clock): Promise<SessionBus> {
  const dbus = await import('@jellybrick/dbus-next')
  const bus: MessageBus = dbus.sessionBus()
  const lost: (() => void)[] = []
  // The error itself is of no use: what matters is that nothing more comes.
  const connection: NodeJS.EventEmitter = bus
  connection.on('error', () => {
    for (const listener of lost) listener()
  })

  async function call({ body = [], ...head }: BusCall): Promise<readonly unknown[]> {
    const reply = await withTimeout(bus.call(new dbus.Message({ ...head, body: [...body] })), clock)
    return reply?.body ?? []
  }

  return {
    call,
    async hear(rule, listener) {
      bus.on('message', listener)
      await call({ ...busItself, member: 'AddMatch', signature: 's', body: [rule] })
    },
    onLost: (listener) => void lost.push(listener),
  }
}

function withTimeout<T>(promise: Promise<T>, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(callTimeoutMs, () => reject(new Error('The bus does not answer')))
    promise.then(resolve, reject).finally(stop)
  })
}

/** Whether a program that is known by this name is on the bus. */
export async function hasOwner(bus: SessionBus, name: string): Promise<boolean> {
  const [isOwned] = await bus.call({ ...busItself, member: 'NameHasOwner', signature: 's', body: [name] })
  return isOwned === true
}
