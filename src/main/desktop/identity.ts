/** What Windows knows the app by: that of its installer's shortcut, or no notification is shown. */
export const appUserModelId = 'app.tidemark.desktop'

/** What a Linux desktop knows the app by: the name of its installed entry, as `desktopName` in package.json says it to Electron. */
export const desktopEntryName = 'app.tidemark.Tidemark'
