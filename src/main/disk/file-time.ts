/** A time (UTC ms) for a file name, without colons, which Windows forbids. */
export const fileTime = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
