import { expect, test } from 'vitest'
import { blocksOfPage } from '#renderer/reports/report-blocks.ts'

test('headings, lines and tables are read as text, in their order', () => {
  const html = `<!doctype html><h1>Report  1</h1><p>From &lt;b&gt;</p>
    <table><tr><th>Name</th><th>Sum</th></tr><tr><td>Cash</td><td>10</td></tr></table>`
  expect(blocksOfPage(html)).toEqual([
    { kind: 'heading', text: 'Report 1' },
    { kind: 'line', text: 'From <b>' },
    {
      kind: 'table',
      rows: [
        ['Name', 'Sum'],
        ['Cash', '10'],
      ],
    },
  ])
})

test('scripts and styles are neither run nor shown', () => {
  const html =
    '<p>One<script>globalThis.wasRun = true</script></p><style>p{}</style><img src=x onerror="globalThis.wasRun=true">'
  expect(blocksOfPage(html)).toEqual([{ kind: 'line', text: 'One' }])
  expect(Reflect.get(globalThis, 'wasRun')).toBeUndefined()
})

test('a page without elements is one line, and an empty page has no lines', () => {
  expect(blocksOfPage('just text')).toEqual([{ kind: 'line', text: 'just text' }])
  expect(blocksOfPage('')).toEqual([])
})

test('a table inside a table is not repeated', () => {
  const html = '<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>'
  expect(blocksOfPage(html)).toEqual([{ kind: 'table', rows: [['ab']] }])
})
