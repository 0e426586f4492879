/** The cells of a row as shown on screen, separated by tabs. */
export const rowText = (cells: Iterable<Element>): string =>
  [...cells].map((cell) => shownText(cell).replace(/\s+/g, ' ').trim()).join('\t')

/** Without parts that are hidden; documents without a layout have only the text of all parts. */
function shownText(cell: Element): string {
  const { innerText = cell.textContent }: Partial<HTMLElement> = cell
  return innerText
}
