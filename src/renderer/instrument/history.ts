/** Whether this window came from somewhere within Tidemark. */
export const canGoBack = (): boolean => ('navigation' in window ? window.navigation.canGoBack : history.length > 1)
