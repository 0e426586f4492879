/** What a key changes on screen. Each effect has a text that is compared before and after; `null` while the page is loading it. */
export type Effect = 'focus' | 'field' | 'rows' | 'list' | 'dialog' | 'detail' | 'screen' | 'content'

declare global {
  interface Window {
    keyTimer: {
      /** Waits for the next key and for the first paint after it in which the text of this effect differs. */
      start(effect: Effect): void
      /** Milliseconds from the key to that paint; `null` after `maxMs`. */
      result(maxMs: number): Promise<number | null>
      /** The text of this effect now. */
      now(effect: Effect): string | null
    }
  }
}

/** Runs in the page before the code of the app, so it uses nothing from outside this function. */
export function installKeyTimer(): void {
  const textOf = (selector: string, maxElements: number): string =>
    [...document.querySelectorAll(selector)]
      .slice(0, maxElements)
      .map((element) => element.textContent)
      .join('|')
  const numbers = new WeakMap<Element, number>()
  let known = 0
  const numberOf = (element: Element): number => {
    if (!numbers.has(element)) numbers.set(element, (known += 1))
    return numbers.get(element) ?? 0
  }
  const texts: Record<Effect, () => string | null> = {
    focus() {
      const active = document.activeElement ?? document.body
      const row = active instanceof HTMLTableRowElement ? active.rowIndex : active.getAttribute('aria-rowindex')
      return [numberOf(active), row, active.getAttribute('aria-activedescendant')].join()
    },
    field: () => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null),
    rows() {
      const table = document.querySelector('main [role=treegrid], main [role=grid]')
      if (table?.getAttribute('aria-busy') === 'true') return null
      const rows = [...(table?.querySelectorAll('[aria-rowindex], tbody tr') ?? [])].slice(1, 5)
      return [table?.getAttribute('aria-rowcount'), ...rows.map((row) => row.textContent)].join('|')
    },
    list: () => textOf('dialog[open] [role=option]', 30),
    dialog: () => (document.querySelector('dialog[open]') === null ? '' : 'open'),
    detail: () => (document.querySelector('main .detail') === null ? '' : textOf('main .detail', 1).slice(0, 80)),
    screen: () => textOf('h1', 2),
    // The content of the screen before stays while the new heading is painted, so the heading says nothing about it.
    content() {
      const content = document.querySelector('.content > :not(h1)')
      return content === null || document.querySelector('.content .skeleton') !== null ? null : `${numberOf(content)}`
    },
  }

  let measured: Promise<number> = new Promise(() => undefined)
  window.keyTimer = {
    now: (effect) => texts[effect](),
    start(effect) {
      const before = texts[effect]()
      measured = new Promise((resolve) => {
        const onkeydown = ({ key, timeStamp }: KeyboardEvent): void => {
          if (key === 'Control' || key === 'Shift') return
          removeEventListener('keydown', onkeydown, { capture: true })
          const frame = (): void => {
            const now = texts[effect]()
            if (now === null || now === before) {
              requestAnimationFrame(frame)
              return
            }
            // The next task comes after this frame was painted.
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - timeStamp)
            port2.postMessage(null)
          }
          requestAnimationFrame(frame)
        }
        addEventListener('keydown', onkeydown, { capture: true })
      })
    },
    result: (maxMs) => Promise.race([measured, new Promise<null>((resolve) => setTimeout(() => resolve(null), maxMs))]),
  }
}
