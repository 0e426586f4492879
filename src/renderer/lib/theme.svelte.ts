import type { App } from './app.svelte.ts'

/** Keeps theme, palette and density on <html>. Ahead of all other effects: charts read the tokens in theirs. */
export function applyLook(app: App): void {
  $effect.pre(() => {
    Object.assign(document.documentElement.dataset, {
      theme: app.theme,
      palette: app.settings.palette,
      density: app.settings.density,
    })
  })
}
