import { expect, test } from 'vitest'
import { curveOptions } from '#renderer/chart/curve-chart.ts'
import { axisStart, ranges, rangeStart } from '#renderer/chart/time-axis.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'

const now = new Date(2026, 10, 23, 13, 40).getTime()

/** The time axis of a chart whose first point was recorded at `firstAt`, with its marks at a width of 600 px. */
function axisOf(range: (typeof ranges)[number], firstAt: number) {
  const { scales } = curveOptions({
    ...{ from: axisStart(range, now, firstAt), until: now, locale: 'en-GB', startsAtZero: false },
    ...{ colours: { line: '', grid: '', text: '', paper: '' }, amount: null, axisAmount: String, dateTime: String },
  })
  const x = scales?.['x'] as unknown as {
    min: number
    max: number
    afterBuildTicks(axis: { width: number; ticks: { value: number }[] }): void
    ticks: { callback(value: number): string }
  }
  const axis = { width: 600, ticks: [] as { value: number }[] }
  x.afterBuildTicks(axis)
  return { days: (x.max - x.min) / dayMs, marks: axis.ticks.map(({ value }) => x.ticks.callback(value)) }
}

test('a chart of one month spans the whole month and has marks along all of it, even if only the last minutes are recorded', () => {
  const { days, marks } = axisOf('1M', now - 5 * minuteMs)
  expect(days).toBe(30)
  expect(marks).toEqual(['31 Oct', '7 Nov', '14 Nov', '21 Nov'])
})

test('the axis of every range begins at the start of the requested data', () => {
  for (const range of ranges.filter((each) => each !== 'All'))
    expect([range, axisOf(range, now).days]).toEqual([range, (now - rangeStart(range, now)) / dayMs])
})
