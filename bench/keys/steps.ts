import type { Page } from 'playwright'
import type { KeyStep } from './measure-keys.ts'

const targetMs = 50
/** A person looks at a screen before opening the next one, and a filter waits for the end of the typing. */
const lookMs = 400
/** Screens in the order of the rail. `byDigit`: opened with Ctrl and a digit. `others`: opened with g and a letter. */
const byDigit = ['overview', 'positions', 'orders', 'watchlists', 'transactions', 'income', 'performance', 'day']
const others = ['margin', 'reconciliation', 'alerts', 'reports', 'health', 'settings']

/** Steps on one screen. `focus` moves the focus to where the first step begins. */
interface Walk {
  readonly screen: string
  readonly ready: string
  readonly focus: (page: Page) => Promise<unknown>
  readonly steps: readonly KeyStep[]
}

const times = (count: number, ...keys: string[]): string[] => Array.from({ length: count }, () => keys).flat()
const step = (name: string, effect: KeyStep['effect'], keys: readonly string[], target: number | null = targetMs) => ({
  ...{ name, effect, keys, targetMs: target },
})

/** The measured steps on each screen. Every key is pressed `runs` times. */
export function walksOf(runs: number): readonly Walk[] {
  const focus = (selector: string) => (page: Page) => page.locator(selector).first().focus()
  const grid = 'main [role=treegrid], main [role=grid]'
  return [
    {
      ...{ screen: 'positions', ready: '[role=treegrid] tr.holding', focus: focus('[role=treegrid]') },
      steps: [
        step('positions: arrow keys', 'focus', times(runs, 'ArrowDown', 'ArrowDown', 'ArrowUp')),
        step('positions: Page, End and Home', 'focus', times(runs, 'PageDown', 'End', 'Home')),
      ],
    },
    {
      ...{ screen: 'positions', ready: '[role=treegrid] tr.holding', focus: focus('main input[type=search]') },
      steps: [
        step('positions: a letter in the filter', 'field', times(runs, '2', '3', '4', ...times(3, 'Backspace'))),
        step('positions: the rows of a letter', 'rows', times(runs, '2', '3', '4', ...times(3, 'Backspace')), null),
      ],
    },
    {
      ...{ screen: 'positions', ready: '[role=treegrid] tr.holding', focus: focus('th[aria-sort=descending] button') },
      steps: [step('positions: sort', 'rows', times(runs, 'Enter'))],
    },
    {
      ...{ screen: 'transactions', ready: '[role=grid] .row', focus: focus('main [role=grid]') },
      steps: [
        step('transactions: arrow keys', 'focus', times(runs, 'ArrowDown', 'ArrowDown', 'ArrowUp')),
        step('transactions: open and close a row', 'detail', times(runs, 'Enter', 'Escape')),
      ],
    },
    {
      ...{ screen: 'transactions', ready: '[role=grid] .row', focus: focus('main input[type=search]') },
      steps: [
        step('transactions: a letter in the filter', 'field', times(runs, 'l', '1', ...times(2, 'Backspace'))),
        {
          ...step('transactions: the rows of a letter', 'rows', times(runs, '7', 'Backspace'), null),
          pauseMs: lookMs,
        },
      ],
    },
    {
      ...{ screen: 'watchlists', ready: '[role=grid] tbody tr', focus: focus('[role=grid] tbody tr') },
      steps: [step('watchlists: arrow keys', 'focus', times(runs, 'ArrowDown', 'ArrowDown', 'ArrowUp'))],
    },
    ...[...byDigit, ...others].map((screen) => ({
      ...{ screen, ready: 'main .content', focus: focus('#main') },
      steps: [step(`${screen}: Tab and back`, 'focus', times(runs, 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab'))],
    })),
    {
      ...{ screen: 'overview', ready: 'main .content', focus: focus('#main') },
      steps: [step('palette: open and close', 'dialog', times(runs, 'Control+k', 'Escape'))],
    },
    { screen: 'positions', ready: grid, focus: openPalette, steps: paletteSteps(runs) },
  ]
}

async function openPalette(page: Page): Promise<void> {
  if (!(await page.locator('dialog[open]').isVisible())) await page.keyboard.press('Control+k')
  await page.locator('dialog[open] input').waitFor()
}

const paletteSteps = (runs: number): readonly KeyStep[] => [
  step('palette: a letter', 'field', times(runs, 'l', '1', ...times(2, 'Backspace'))),
  step('palette: what a letter finds', 'list', times(runs, '7', 'Backspace'), null),
]

/** Switches between `switchesFrom`, a screen with few figures, and each screen with a digit: to its heading, and to its figures. */
export const switchesFrom = 'margin'
export const switches = (runs: number): readonly KeyStep[] =>
  byDigit.flatMap((screen, index) => {
    const keys = times(runs, `Control+${String(index + 1)}`, 'Control+9')
    return [
      { ...step(`to ${screen} and back`, 'screen', keys), pauseMs: lookMs },
      { ...step(`to ${screen} and back, with figures`, 'content', keys, null), pauseMs: lookMs },
    ]
  })
