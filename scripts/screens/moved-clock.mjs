// Moves the clock of a process: `node --import ".../moved-clock.mjs?by=MS"`. Its worker threads inherit it.

/**
 * The wall clock runs on from another instant. A page calls this as well, so it uses nothing from outside.
 * @param {number} byMs
 */
export function moveClock(byMs) {
  const RealDate = Date
  const now = () => RealDate.now() + byMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
  })
}

/** @param {number} byMs the argument of `node` that moves the clock of the process it starts */
export const movedClockArgs = (byMs) => ['--import', `${import.meta.url.split('?')[0] ?? ''}?by=${String(byMs)}`]

const by = new URL(import.meta.url).searchParams.get('by')
if (by !== null) moveClock(Number(by))
