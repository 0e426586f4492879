import { expect, test } from 'vitest'
import { mayRun } from '#main/reports/context.ts'

test.each(['a.pdf', 'a.txt', 'a.csv', 'a.CSV', 'a.json', 'a.xlsx', 'report.bin'])(
  '%s is opened without a confirmation',
  (name) => {
    expect(mayRun(`/reports/${name}`)).toBe(false)
  },
)

test.each([
  ...['a.exe', 'a.bat', 'a.cmd', 'a.sh', 'a.js', 'a.jar', 'a.app', 'a.desktop', 'a.html', 'a.svg', 'a.xls', 'a.xlsm'],
  ...['a.docm', 'a.lnk', 'a.pdf.scr', 'a.EXE', 'a', 'a.unknown'],
])('%s is opened only after a confirmation', (name) => {
  expect(mayRun(`/reports/${name}`)).toBe(true)
})
