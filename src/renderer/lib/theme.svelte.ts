import type { App } from './app.svelte.ts'

/** Sets theme, palette and density on <html>. Runs before all other effects, because charts read the tokens in theirs. */
export function applyTheme(app: App): void {
  $effect.pre(() => {
    Object.assign(document.documentElement.dataset, {
      theme: app.theme,
      palette: app.settings.palette,
      density: app.settings.density,
    })
  })
}
