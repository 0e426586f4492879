/** Normalizes text for searching: ignores case and character width. SQLite folds only ASCII, but names may be Cyrillic. */
export const fold = (value: string): string => value.normalize('NFKC').toLowerCase().trim()
