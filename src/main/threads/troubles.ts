import { m } from '#shared/messages/messages.js'

/** The error messages for a thread that ended, by its work. */
export const troubles = {
  ledger: { closed: m.threads_the_ledger_was_closed, stopped: m.threads_the_ledger_stopped },
  cache: { closed: m.threads_the_cache_was_closed, stopped: m.threads_the_cache_stopped },
  connection: { closed: m.threads_the_connection_was_closed, stopped: m.threads_the_connection_stopped },
  sealing: { closed: m.threads_the_sealing_was_closed, stopped: m.threads_the_sealing_stopped },
  export: { closed: m.export_the_export_was_cancelled, stopped: m.export_the_export_stopped_unexpectedly },
  mirror: { closed: m.mirror_the_run_stopped_unexpectedly, stopped: m.mirror_the_run_stopped_unexpectedly },
}
