/** A part of a report that a preview shows: a heading, a line of text, or a table. */
export type ReportBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

/** The maximum number of blocks and rows in a preview; the file contains all of them. */
const maxBlocks = 200
const maxRows = 300

/** The texts and tables of a page. The page is parsed without executing or loading anything; only its text is used. */
export function blocksOfPage(html: string): ReportBlock[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll('script, style, template, noscript')) element.remove()
  const blocks: ReportBlock[] = []
  for (const element of page.querySelectorAll('h1, h2, h3, h4, p, table')) {
    if (blocks.length === maxBlocks) break
    // A nested table belongs to the outer one, and so do its paragraphs.
    if (element.parentElement?.closest('table')) continue
    if (element instanceof HTMLTableElement || element.tagName === 'TABLE') blocks.push(tableOf(element))
    else if (textOf(element) !== '')
      blocks.push({ kind: element.tagName === 'P' ? 'line' : 'heading', text: textOf(element) })
  }
  const whole = textOf(page.body)
  return blocks.length > 0 || whole === '' ? blocks : [{ kind: 'line', text: whole }]
}

function tableOf(table: Element): ReportBlock {
  const rows = [...table.querySelectorAll('tr')]
    .filter((row) => row.closest('table') === table)
    .slice(0, maxRows)
    .map((row) => [...row.children].map(textOf))
  return { kind: 'table', rows }
}

const textOf = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim()
