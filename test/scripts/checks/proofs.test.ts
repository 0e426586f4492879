import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofs } from '../../../scripts/checks/proofs.mjs'

const proofFiles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.proof.ts'))
  .map((file) => join('test', file))

test('npm run proof runs every file of proofs once, and names no others', () => {
  expect(proofs.flatMap(({ files }) => files).toSorted()).toEqual(proofFiles.toSorted())
})

test('every bench is run at a small size by a proof', () => {
  const benches = readdirSync('bench').filter((file) => file.endsWith('.ts'))
  const texts = proofFiles.map((file) => readFileSync(file, 'utf8'))
  const unproven = benches.filter((file) => !texts.some((text) => text.includes(`runBench('${file.slice(0, -3)}'`)))
  expect(benches.length).toBeGreaterThan(5)
  expect(unproven).toEqual([])
})
