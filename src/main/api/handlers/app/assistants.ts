import { join } from 'node:path'
import { callLogPath, readCalls } from '#main/assistants/call-log.ts'
import { launchOf } from '#main/assistants/launch.ts'
import type { HandlerContext } from '../../context.ts'
import type { Handlers } from '../../dispatch.ts'

const shownCalls = 200

/**
 * The root of the checkout or of the archive of the packed app: above `out/main` in the built app, above
 * `src/main/api/handlers/app` in source.
 */
const root = join(
  import.meta.dirname,
  ...(import.meta.filename.endsWith('.ts') ? ['..', '..', '..', '..', '..'] : ['..', '..']),
)

const hostProcess = () => ({ platform: process.platform, execPath: process.execPath, env: process.env })

/** How assistants read the open profile, and the log of their requests. */
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
