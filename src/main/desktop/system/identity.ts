/** The id of the app on Windows. It must equal the id of the installer's shortcut; otherwise Windows shows no notifications. */
export const appUserModelId = 'app.tidemark.desktop'

/** The id of the app on Linux desktops: the name of its desktop entry. Electron reads it from `desktopName` in package.json. */
export const desktopEntryName = 'app.tidemark.Tidemark'
