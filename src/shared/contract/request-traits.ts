import type { Method } from './contract.ts'
import { by, reads, type ReadTraits } from './read-traits.ts'

/** What a request is, apart from its parameters and its result. A request without traits is only for windows that are open. */
interface RequestTraits extends ReadTraits {
  /** A window may keep its last answer and show it while the host does not respond. All reads have this. */
  readonly keepsAnswer?: true
  /** It is answered while the app is locked: it unlocks the app, or is about the lock. */
  readonly whileLocked?: true
}

type Reads = typeof reads

/** The requests that change something, and those whose answer a window does not keep. */
const others = {
  'connection.test': {},
  'connection.connect': {},
  'connection.signOut': {},
  'connection.pause': {},
  'profiles.open': {},
  'currencies.setBase': {},
  'currencies.setRate': {},
  'watchlists.create': {},
  'watchlists.duplicate': {},
  'watchlists.rename': {},
  'watchlists.remove': {},
  'watchlists.move': {},
  'watchlists.setColumns': {},
  'watchlists.addSymbol': {},
  'watchlists.addSymbols': {},
  'watchlists.removeSymbol': {},
  'watchlists.moveSymbol': {},
  'watchlists.setTarget': {},
  'watchlists.setSection': {},
  'watchlists.renameSection': {},
  'watchlists.resolve': {},
  'instruments.follow': {},
  'instruments.setMaturity': {},
  'transactions.setKind': {},
  'transactions.group': {},
  'transactions.ungroup': {},
  'views.save': {},
  'views.remove': {},
  'exports.start': {},
  'exports.startWhole': {},
  'exports.cancel': {},
  'exports.showInFolder': {},
  'reconciliation.setOpening': {},
  'shockSets.save': {},
  'shockSets.remove': {},
  'income.export': {},
  'performance.exportRealized': {},
  'cancels.prepare': {},
  'cancels.confirm': {},
  'reports.request': {},
  'reports.tryAgain': {},
  'reports.cancel': {},
  'reports.allowElsewhere': {},
  'reports.remove': {},
  'reports.open': {},
  'reports.showInFolder': {},
  'reports.saveAs': {},
  'reports.schedule': {},
  'alerts.save': {},
  'alerts.remove': {},
  'alerts.snooze': {},
  'notices.read': {},
  'desktop.restartToUpdate': {},
  'service.check': {},
  'health.openLog': {},
  'sync.now': {},
  'attention.set': {},
  'settings.write': {},
  'data.dismiss': {},
  'data.inspectBackup': {},
  'data.backUp': {},
  'data.restore': {},
  'data.export': {},
  'data.deleteCache': {},
  'data.deleteProfile': {},
  'erasure.retry': {},
  'erasure.dismiss': {},
  'data.showInFolder': {},
  'sealing.offer': {},
  'sealing.seal': {},
  'sealing.open': {},
  'sealing.recover': {},
  'sealing.startOver': {},
  'sealing.progress': {},
  'sealing.inspectSetAside': {},
  'sealing.bringBack': {},
  'computers.offer': {},
  'computers.create': {},
  'computers.join': {},
  'computers.leave': {},
  'computers.check': {},
  'computers.choose': {},
  'lock.read': { whileLocked: true, changedBy: by('lock') },
  'lock.lock': { whileLocked: true },
  'lock.unlock': { whileLocked: true },
  'lock.unlockWithSystem': { whileLocked: true },
  'lock.unlockWithSecret': { whileLocked: true },
  'lock.eraseAll': { whileLocked: true },
  'lock.setPin': {},
  'lock.removePin': {},
  'lock.change': {},
  'lock.allowSystem': {},
  'lock.noteActivity': {},
  'mirror.set': {},
  'mirror.run': {},
  // It notes the visit, and a screen shows its result. The window sends it again within a minute, so no visit is lost.
  'visits.note': { keepsAnswer: true },
  'visits.markSeen': {},
} as const satisfies Readonly<Record<Exclude<Method, keyof Reads>, RequestTraits>>

const traits = { ...others, ...reads }
type Traits = typeof traits

/** The requests with a trait. */
export type MethodWith<T extends keyof RequestTraits> =
  | { [M in Method]: T extends keyof Traits[M] ? M : never }[Method]
  | (T extends 'keepsAnswer' ? keyof Reads : never)

/** The topics after which the answer of a request may differ. */
export type ChangeOf<M extends MethodWith<'changedBy'>> = Traits[M]['changedBy'][number]

/** The topics after which the answer of this request may differ. */
export const changedBy = <M extends MethodWith<'changedBy'>>(method: M): readonly ChangeOf<M>[] =>
  traits[method].changedBy

/** Whether a text from outside is the name of a request with this trait. */
export const hasTrait = <T extends keyof RequestTraits>(method: unknown, trait: T): method is MethodWith<T> =>
  isMethod(method) && (trait in traits[method] || (trait === 'keepsAnswer' && Object.hasOwn(reads, method)))

const isMethod = (method: unknown): method is Method => typeof method === 'string' && Object.hasOwn(traits, method)
