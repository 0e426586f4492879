/**
 * Keeps GTK 3 from loading the driver of the graphics card into this process, only to find out what it could draw with: 9 MB of
 * private memory with Mesa. GTK draws dialogs of files only; Chromium draws the windows. Call it before the toolkit starts. Programs
 * that are started later, a browser for instance, inherit nothing. Does nothing if the user has set another value.
 */
export function startToolkitWithoutGl(env: NodeJS.ProcessEnv, whenStarted: Promise<unknown>): void {
  if (env['GDK_GL'] !== undefined) return
  env['GDK_GL'] = 'disable'
  const restore = (): void => {
    delete env['GDK_GL']
  }
  whenStarted.then(restore, restore)
}
