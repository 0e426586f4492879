import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('examples/', import.meta.url)

/** The file names of the example responses that the service publishes; ids are masked. */
export const exampleNames: readonly string[] = readdirSync(folder).sort()

/** An example, parsed as JSON. */
export const readExample = (name: string): unknown => JSON.parse(readExampleText(name))

export const readExampleText = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
