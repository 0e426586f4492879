// A process that only closes a thread which still has a call.
import { wrap } from '#main/threads/wrap.ts'
import type { SlowHandlers } from './slow-thread.ts'

const thread = wrap<SlowHandlers>({ file: new URL('./slow-thread.ts', import.meta.url), subject: 'ledger' })
const reply = thread.ask('reply')
await thread.close('gently')
await reply
process.stdout.write('closed')
