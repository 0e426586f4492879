// A process that does nothing but close a thread that is still asked.
import { createThreadClient } from '../../../src/main/threads/thread-client.ts'

const file = new URL('./slow-thread.ts', import.meta.url)
const thread = createThreadClient({ file, maxYoungGenerationSizeMb: 2, subject: 'ledger' })
const asked = thread.ask(null)
await thread.close('gently')
await asked
process.stdout.write('closed')
