// `npm run clean`: removes all build output.
import { rmSync } from 'node:fs'

for (const folder of ['out', 'dist', '.cache', '.svelte-check'])
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true })
