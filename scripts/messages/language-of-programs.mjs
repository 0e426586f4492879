// Distinguishes code in text form from text for the user: SQL, markup, media types, lists of columns and of codes.

const keywords = [
  ...[
    'SELECT',
    'INSERT',
    'UPDATE',
    'DELETE',
    'REPLACE',
    'CREATE',
    'ALTER',
    'DROP',
    'WITH',
    'PRAGMA',
    'BEGIN',
    'COMMIT',
  ],
  ...[
    'ROLLBACK',
    'SAVEPOINT',
    'RELEASE',
    'ATTACH',
    'DETACH',
    'VACUUM',
    'ANALYZE',
    'REINDEX',
    'COPY',
    'SET',
    'RESET',
    'DO',
  ],
  ...[
    'FROM',
    'WHERE',
    'JOIN',
    'CROSS',
    'UNION',
    'ORDER',
    'GROUP',
    'BY',
    'LIMIT',
    'VALUES',
    'INTO',
    'ON',
    'CONFLICT',
    'AS',
  ],
  ...[
    'AND',
    'OR',
    'NOT',
    'IN',
    'IS',
    'NULL',
    'BETWEEN',
    'CAST',
    'CASE',
    'WHEN',
    'THEN',
    'ELSE',
    'END',
    'INDEXED',
    'DISTINCT',
  ],
  ...['PRIMARY', 'KEY', 'TABLE', 'INDEX', 'COMMENT', 'GRANT', 'REFERENCES', 'DECLARE', 'LOCK'],
]
const keyword = new RegExp(`(?<![\\w@:/])(?:${keywords.join('|')})(?![\\w@:/])`, 'g')

/**
 * SQL has its keywords in capitals. A sentence that contains one of them begins like a sentence.
 * @param {string} text
 */
const isSql = (text) => {
  const [first, ...others] = text.matchAll(keyword)
  if (first === undefined) return false
  const beginsWithIt = /^\W*$/.test(text.slice(0, first.index))
  return beginsWithIt || others.length > 0 || !/^\p{Lu}\p{Ll}/u.test(text)
}

/** @param {string} text names of columns with commas between them */
const isColumnList = (text) => /^[\w.{}…]+(,\s+[\w.{}…]+)+,?$/.test(text) && /[a-z][._][a-z]/.test(text)

/** @param {string} text as text/html; charset=utf-8 */
const isMediaType = (text) => /^\w+\/[\w.+-]+(; ?[\w-]+=.*)?$/.test(text)

/** @param {string} text as XNYS ARCX XASE */
const isCodeList = (text) => /^[A-Z\d]{3,}(\s+[A-Z\d]{3,})+$/.test(text)

/** @param {string} text whether only programs read it */
export const isLanguageOfPrograms = (text) =>
  [isSql, isColumnList, isMediaType, isCodeList].some((holds) => holds(text.trim()))
