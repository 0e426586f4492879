// Whether a window can be opened on this computer.

/** The reason why no window can be opened on this computer; null if one can. Checked before any download. */
export function whyNoWindow() {
  if (process.platform !== 'linux') return null
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'there is no display'
  // Chromium runs as root only without its sandbox, and Tidemark does not run without it.
  return process.getuid?.() === 0 ? "Chromium's sandbox cannot run as root" : null
}
