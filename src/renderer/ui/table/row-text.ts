/** The cells of a row as shown on screen, separated by tabs. */
export const rowText = (cells: Iterable<Element>): string =>
  [...cells].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()).join('\t')
