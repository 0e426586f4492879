import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const style = `
  body { margin: 1rem; font: 14px system-ui, sans-serif; color-scheme: light dark }
  div { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start; padding-block-end: 1rem }
  figure { flex: none; margin: 0 }
  img { max-inline-size: 44rem; border: 1px solid #8888 }
  nav { columns: 12rem }
  a { display: block }
`

/** Writes a page that shows all pictures of a folder, by screen: `<look or state>/<screen>.jpeg`. */
export async function writeIndexPage(folder: string, order: readonly string[]): Promise<void> {
  const paths = await readdir(folder, { recursive: true })
  const pictures = paths.flatMap((path) => {
    const [source, look, screen] = /^([^/\\]+)[/\\]([^/\\]+)\.(?:jpeg|png)$/.exec(path) ?? []
    return source === undefined || look === undefined || screen === undefined ? [] : [{ source, look, screen }]
  })
  pictures.sort((a, b) => order.indexOf(a.look) - order.indexOf(b.look))
  const byScreen = [...Map.groupBy(pictures, ({ screen }) => screen)].sort(([a], [b]) => a.localeCompare(b))
  const sections = byScreen.map(([screen, shown]) => {
    const figures = shown.map(({ source, look }) => {
      return `<figure><figcaption>${look}</figcaption><a href="${source}"><img src="${source}" alt="${screen}, ${look}" loading="lazy"></a></figure>`
    })
    return `<h2 id="${screen}">${screen}</h2><div>${figures.join('')}</div>`
  })
  const links = byScreen.map(([screen]) => `<a href="#${screen}">${screen}</a>`)
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens of Tidemark</title><style>${style}</style>
<h1>Screens of Tidemark</h1><nav>${links.join('')}</nav>${sections.join('\n')}</html>\n`,
  )
}
