import { oneOf, ViewState } from '../lib/view-state/view-state.svelte.ts'
import { ranges, type Range } from './time-axis.ts'

/** How far back a chart is shown, stored in the history. `name` is unique within the screen. */
export const storedRange = (name: string, initial: Range): ViewState<Range> =>
  new ViewState(`range ${name}`, initial, oneOf(...ranges))
