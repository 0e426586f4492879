import type { Message, MessageBus } from '@jellybrick/dbus-next'
import type { Clock } from '../../time/clock.ts'

const callTimeoutMs = 3_000

/** A method call to one program on the bus; see the D-Bus specification for signatures. */
export interface BusCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature?: string
  readonly body?: readonly unknown[]
}

/** The D-Bus session bus of Linux. */
export interface SessionBus {
  /** Rejects on an error reply, or without a reply within 3 s. */
  call(call: BusCall): Promise<readonly unknown[]>
  /** Subscribes to the messages that match `rule`; see the D-Bus specification for match rules. */
  subscribe(rule: string, listener: (message: Pick<Message, 'member' | 'interface' | 'body'>) => void): Promise<void>
  /** Called when the connection to the bus is lost. */
  onLost(listener: () => void): void
}

const busItself = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/** Connects to the session bus on the first call, and again after it was lost; `null` when there is no bus. */
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
  // Which error it is does not matter: no more messages will arrive.
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
    async subscribe(rule, listener) {
      bus.on('message', listener)
      await call({ ...busItself, member: 'AddMatch', signature: 's', body: [rule] })
    },
    onLost: (listener) => void lost.push(listener),
  }
}

function withTimeout<T>(promise: Promise<T>, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(callTimeoutMs, () => reject(new Error('The session bus does not reply')))
    promise.then(resolve, reject).finally(stop)
  })
}

/** Whether a program owns this name on the bus. */
export async function hasOwner(bus: SessionBus, name: string): Promise<boolean> {
  const [isOwned] = await bus.call({ ...busItself, member: 'NameHasOwner', signature: 's', body: [name] })
  return isOwned === true
}
