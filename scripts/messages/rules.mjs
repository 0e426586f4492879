// The rules for messages/. Each rule returns sentences that describe the problems.

/**
 * A message: a text, or a list of one object with the texts of its forms.
 * @typedef {string | readonly [{ declarations: readonly string[], selectors: readonly string[], match: Readonly<Record<string, string>> }]} Message
 * @typedef {Readonly<Record<string, Message>>} Messages the messages of one language by key
 */

/** The plural forms of whole numbers; the last one is for all other numbers. */
const pluralForms = { en: ['plural=one', 'plural=*'], ru: ['plural=one', 'plural=few', 'plural=*'] }

/** @param {Message} message */
const textsOf = (message) => (typeof message === 'string' ? [message] : Object.values(message[0].match))

/** @param {Message} message @returns {string[]} */
const usedInputs = (message) =>
  textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))

/** @param {Message} message the values that the code passes */
function inputsOf(message) {
  if (typeof message === 'string') return [...new Set(usedInputs(message))].sort()
  return message[0].declarations
    .filter((line) => line.startsWith('input '))
    .map((line) => line.slice(6))
    .sort()
}

/**
 * Both languages have the same keys.
 * @param {Messages} english @param {Messages} russian
 */
export const missingKeys = (english, russian) => [
  ...Object.keys(english)
    .filter((key) => !(key in russian))
    .map((key) => `${key} has no Russian text`),
  ...Object.keys(russian)
    .filter((key) => !(key in english))
    .map((key) => `${key} has no English text`),
]

/** A key that a sentence was cut to, or that differs from another by a number only. */
const chopped = /_([2-9]|an?|the|and|or|so|its|because|that|whose)$/

/**
 * A key is a short name of its text, not the first words of it.
 * @param {Messages} english
 */
export const choppedKeys = (english) =>
  Object.keys(english)
    .filter((key) => chopped.test(key) && key.split('_').length > 2)
    .map((key) => `${key} is not a name: name what the text says`)

/**
 * A Russian text is not the English one.
 * @param {Messages} english @param {Messages} russian @param {readonly string[]} sameInRussian
 */
export const untranslated = (english, russian, sameInRussian) =>
  Object.entries(russian).flatMap(([key, message]) => {
    const own = english[key]
    const hasWords = own !== undefined && textsOf(own).some((text) => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, '')))
    const isRussian = textsOf(message).every(
      (text) => /\p{Script=Cyrillic}/u.test(text) || !/\p{L}{2}/u.test(text.replace(/\{\w+\}/g, '')),
    )
    return !hasWords || isRussian || sameInRussian.includes(key)
      ? []
      : [`${key} is not translated: "${textsOf(message).join(' | ')}"`]
  })

/**
 * Both languages use the same values, and only declared ones.
 * @param {Messages} english @param {Messages} russian
 */
export const differingInputs = (english, russian) =>
  Object.keys(english).flatMap((key) => {
    const [own, other] = [english[key], russian[key]]
    if (own === undefined || other === undefined) return []
    const undeclared = [own, other].flatMap((message) =>
      usedInputs(message).filter((name) => !inputsOf(message).includes(name)),
    )
    if (undeclared.length > 0) return [`${key} does not declare {${undeclared.join('}, {')}}`]
    const [a, b] = [inputsOf(own).join(', '), inputsOf(other).join(', ')]
    return a === b ? [] : [`${key} takes (${a}) in English and (${b}) in Russian`]
  })

/**
 * A message with plural forms has those of its language.
 * @param {Messages} messages @param {keyof typeof pluralForms} language
 */
export const wrongForms = (messages, language) =>
  Object.entries(messages).flatMap(([key, message]) => {
    if (typeof message === 'string' || !message[0].selectors.includes('plural')) return []
    const forms = Object.keys(message[0].match).join(', ')
    const wanted = pluralForms[language].join(', ')
    return forms === wanted ? [] : [`${key} has the forms ${forms}; ${language} has ${wanted}`]
  })

/**
 * Each key belongs to the file of its subject: `day_heading` is in day.json.
 * @param {string} subject @param {Messages} messages
 */
export const strayKeys = (subject, messages) =>
  Object.keys(messages)
    .filter((key) => !key.startsWith(`${subject.replaceAll('-', '_')}_`))
    .map((key) => `${key} is in the file ${subject}.json, whose keys begin with ${subject}_`)

/**
 * The code names each message, and only messages that exist. `m[key]` would hide a name from this check.
 * @param {Messages} english @param {Readonly<Record<string, string>>} sources texts of the code by path
 */
export function wrongUses(english, sources) {
  const used = new Set()
  const wrong = Object.entries(sources).flatMap(([path, source]) => {
    if (!/import \{[^}]*\bm\b[^}]*\} from '[^']*\/messages\.js'/.test(source)) return []
    const keys = [...source.matchAll(/(?<![\w./])m\.([a-z]\w*)/g)].map(([, key = '']) => key)
    for (const key of keys) used.add(key)
    const hidden = /(?<![\w.])m\[/.test(source) ? [`${path} reads a message by a computed key`] : []
    return [
      ...keys.filter((key) => !(key in english)).map((key) => `${path} uses ${key}, which does not exist`),
      ...hidden,
    ]
  })
  return [
    ...wrong,
    ...Object.keys(english)
      .filter((key) => !used.has(key))
      .map((key) => `${key} is not used`),
  ]
}
