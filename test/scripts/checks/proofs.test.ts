import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofs } from '../../../scripts/checks/proofs.mjs'

const proofFiles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.proof.ts'))
  .map((file) => join('test', file))

test('npm run proof runs every file of proofs once, and names no others', () => {
  const files = proofs.flatMap((proof) => (proof.projects === undefined ? proof.files : []))
  expect(files.toSorted()).toEqual(proofFiles.toSorted())
})

test('a proof draws all cases of the property tests of which npm test draws a third', () => {
  const properties = proofs.filter(({ projects }) => projects !== undefined)
  expect(properties).toMatchObject([{ name: 'properties', env: { TIDEMARK_TEST_RUNS: 'all' } }])
  const importing = readdirSync('test/main', { recursive: true, encoding: 'utf8' })
    .map((file) => join('test/main', file))
    .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('import { runs }'))
  expect(importing.length).toBeGreaterThan(10)
  expect(properties[0]?.files.toSorted()).toEqual(importing.toSorted())
})

test('every bench is run at a small size by a proof', () => {
  const benches = readdirSync('bench').filter((file) => file.endsWith('.ts'))
  const texts = proofFiles.map((file) => readFileSync(file, 'utf8'))
  const unproven = benches.filter((file) => !texts.some((text) => text.includes(`runBench('${file.slice(0, -3)}'`)))
  expect(benches.length).toBeGreaterThan(5)
  expect(unproven).toEqual([])
})
