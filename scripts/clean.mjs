// `npm run clean`: takes away what was built.
import { rmSync } from 'node:fs'

for (const folder of ['out', 'dist', '.cache'])
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true })
