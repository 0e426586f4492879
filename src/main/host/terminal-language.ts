/**
 * The languages of a terminal, as BCP 47 tags: `ru_RU.UTF-8` is `ru-RU`. The first of these variables that is set
 * counts, as in POSIX; if none is set (Windows), the language of the system.
 */
export function terminalLanguages(env: NodeJS.ProcessEnv): readonly string[] {
  const given = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '')
  if (given === undefined) return [new Intl.DateTimeFormat().resolvedOptions().locale]
  return [given.replace(/[.@].*$/, '').replaceAll('_', '-')]
}
