/** Text as it is searched: case and width aside. SQLite itself folds ASCII only, and names are Cyrillic too. */
export const fold = (value: string): string => value.normalize('NFKC').toLowerCase().trim()
