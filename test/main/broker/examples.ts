import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('examples/', import.meta.url)

/** The names of the service's own answers, as published; ids are masked. */
export const exampleNames: readonly string[] = readdirSync(folder).sort()

/** One of them, as JSON. */
export const readExample = (name: string): unknown => JSON.parse(readExampleText(name))

export const readExampleText = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
