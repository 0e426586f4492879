/** The app's id on Windows: it must equal the id of the installer's shortcut, or Windows shows no notifications. */
export const appUserModelId = 'app.tidemark.desktop'

/** The app's id on Linux desktops: the name of its desktop entry, which Electron takes from `desktopName` in package.json. */
export const desktopEntryName = 'app.tidemark.Tidemark'
