// Finds the tests that draw random cases.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The unit test files that contain a text, as paths from the root of the project.
 * @param {string} text
 */
export const findTestsWith = (text) =>
  readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test(\.svelte)?\.ts$/.test(file))
    .map((file) => join('test', file))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(text))
