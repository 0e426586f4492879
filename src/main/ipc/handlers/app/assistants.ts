import { join } from 'node:path'
import { callLogPath, readCalls } from '../../../assistants/call-log.ts'
import { launchOf } from '../../../assistants/launch.ts'
import type { HandlerContext } from '../../context.ts'
import type { Handlers } from '../../dispatch.ts'

const shownCalls = 200

/** The checkout or the archive of the packed app: above `out/main` of the built app, or above `src/main/ipc/handlers/app`. */
const root = join(
  import.meta.dirname,
  ...(import.meta.filename.endsWith('.ts') ? ['..', '..', '..', '..', '..'] : ['..', '..']),
)

const hostProcess = () => ({ platform: process.platform, execPath: process.execPath, env: process.env })

/** How assistants read the open profile, and what they asked. */
export function createAssistantHandlers({ current, app }: HandlerContext): Pick<Handlers, 'assistants.read'> {
  return {
    'assistants.read'() {
      const { profile, paths } = current()
      return {
        launch: launchOf({ root, profileId: profile.id, dataDir: app.dataDir, ...hostProcess() }),
        calls: readCalls(paths.directory, shownCalls),
        path: callLogPath(paths.directory),
      }
    },
  }
}
