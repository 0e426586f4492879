// A process that only closes a thread which still has a request.
import { createThreadClient } from '#main/threads/thread-client.ts'

const file = new URL('./slow-thread.ts', import.meta.url)
const thread = createThreadClient({ file, maxYoungGenerationSizeMb: 2, subject: 'ledger' })
const reply = thread.ask(null)
await thread.close('gently')
await reply
process.stdout.write('closed')
