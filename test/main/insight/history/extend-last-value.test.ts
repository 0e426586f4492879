import { expect, test } from 'vitest'
import { extendLastValue } from '#main/insight/history/equity-history.ts'
import { addCurves } from '#main/insight/portfolio/curves.ts'
import { minuteMs } from '#shared/durations.ts'
import { d } from '../make.ts'

const at = (minutes: number): number => minutes * minuteMs
const quiet = [{ at: 0, until: 0, equity: d('100') }]
const live = Array.from({ length: 60 }, (_, minute) => ({ at: at(minute), until: at(minute), equity: d(`${minute}`) }))
const read = (readAt: number, staleAt: number) => ({ equity: d('100'), readAt: at(readAt), staleAt: at(staleAt) })

test('if an unchanged account is read on schedule, the sum of all accounts continues', () => {
  const now = at(59)
  expect(addCurves([quiet, live], 20 * minuteMs).at(-1)?.at).toBe(at(20))
  const extended = extendLastValue(quiet, read(30, 52.5 + 7.5), now)
  expect(addCurves([extended, live], 20 * minuteMs).at(-1)).toEqual({ at: now, until: now, equity: d('159') })
})

test('an account whose next reading is overdue is known until its last reading', () => {
  expect(extendLastValue(quiet, read(30, 50), at(59))).toEqual([{ at: 0, until: at(30), equity: d('100') }])
})

test('another value, a reading before the last record, or a reading after now changes nothing', () => {
  expect(extendLastValue(quiet, { ...read(30, 60), equity: d('101') }, at(59))).toBe(quiet)
  expect(extendLastValue(quiet, { ...read(30, 60), equity: null }, at(59))).toBe(quiet)
  expect(extendLastValue([{ at: at(40), until: at(40), equity: d('100') }], read(30, 60), at(59))).toHaveLength(1)
  expect(extendLastValue(quiet, read(70, 90), at(59))).toBe(quiet)
  expect(extendLastValue([], read(30, 60), at(59))).toEqual([])
})
