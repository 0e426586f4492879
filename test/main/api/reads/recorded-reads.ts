import type { HandlerContext, OpenProfile } from '#main/api/context.ts'
import type { Journal } from '#main/journal/journal.ts'

type Settings = Journal['settings']

type Note = (part: string) => void

/**
 * A context that calls `note` with the name of each part that a handler reads: `cache.quotes`, `ledger.reconcile`, `budget`,
 * `lock.state`. A setting is `setting.baseCurrency`. A part that is only passed on is not noted.
 */
export function recordReads(context: HandlerContext, note: Note): HandlerContext {
  const profiles = new WeakMap<OpenProfile, OpenProfile>()
  const { clock, events, app, files, logFault } = context
  return {
    ...watch(context, note),
    ...{ clock, events, app, files, logFault },
    current() {
      const profile = context.current()
      const known = profiles.get(profile) ?? watchProfile(profile, note)
      profiles.set(profile, known)
      return known
    },
  }
}

const watchProfile = (profile: OpenProfile, note: Note): OpenProfile => {
  const settings = watchSettings(profile.journal.settings, note)
  const journal = watchParts({ ...profile.journal, settings }, 'journal.', note)
  return { ...watch(profile, note), journal }
}

/** The properties of an object, with objects and functions that note their use. */
function watch<T extends object>(owner: T, note: Note): T {
  const watched = Object.entries(owner).map(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [name, notingCall(value.bind(owner), name, note)]
    return [name, typeof value === 'object' && value !== null ? watchParts(value, `${name}.`, note) : value]
  })
  return { ...owner, ...Object.fromEntries(watched) }
}

/** Notes the name of each property that is read. A method is called on the object itself, which may have private fields. */
const watchParts = <T extends object>(owner: T, prefix: string, note: Note): T =>
  new Proxy(owner, {
    get(_, name) {
      const value: unknown = Reflect.get(owner, name, owner)
      if (name !== 'settings') note(`${prefix}${String(name)}`)
      return typeof value === 'function' ? value.bind(owner) : value
    },
  })

const watchSettings = (settings: Settings, note: Note): Settings => ({
  ...settings,
  get(key, schema) {
    note(`setting.${key}`)
    return settings.get(key, schema)
  },
  all() {
    note('setting.*')
    return settings.all()
  },
})

const notingCall =
  (call: (...args: unknown[]) => unknown, name: string, note: Note) =>
  (...args: unknown[]): unknown => {
    note(name)
    return call(...args)
  }
