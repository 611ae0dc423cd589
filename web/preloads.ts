import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { adminRoutes } from './src/admin/admin-routes.ts'
import { routeRequests, routes, SIGNED_IN_HOME, type TitleName } from './src/routes.ts'
import { en } from './src/texts/titles.en.ts'
import { es } from './src/texts/titles.es.ts'

/** Around every page of staff's. */
const STAFF_MODULES = ['admin/admin-area.tsx', 'admin/admin-frame.tsx']

const SPANISH = join(import.meta.dirname, 'src', 'spanish.ts')

/** In all languages; staff's titles are no names, and English. */
function titleOf(title: string | null) {
  if (title === null) return null
  return isTitleName(title) ? { en: en[title], es: es[title] } : { en: title, es: title }
}

const isTitleName = (title: string): title is TitleName => title in en

/** Run before the first paint: a request for each would delay it. */
const INLINE_SCRIPTS = ['theme.js', 'can-hydrate.js']

/**
 * Preloads what a browser would discover late: the fonts of our own texts, in the page itself; and for
 * every address of `src/routes.ts`, in pages.json, the code and styles that it needs besides those that the page names
 * anyway, and the URLs that it requests first. Of staff's pages only those whose first requests are known, for staff.
 * Beside them the file of the Spanish texts, which every page needs where Spanish was chosen.
 */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => ({
        html: INLINE_SCRIPTS.reduce(inlineScript, html),
        tags: Object.keys(bundle)
          .filter(isFont)
          .filter((file) => !isFontForNames(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
      }),
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const code = filesOf(chunks, (chunk) => chunk.isEntry)
      const start = [...code, ...stylesOf(chunks, code)]
      const staffPages = adminRoutes.filter(({ path }) => routeRequests[path])
      const pages = [...routes, ...staffPages].map(({ path, access, ...rest }) => {
        const to = 'redirectTo' in rest ? routes.find((route) => route.path === rest.redirectTo) : rest
        if (!to || !('page' in to)) return this.error(`${path} leads to no page`)
        const area = access === 'admin' ? STAFF_MODULES : []
        const modules = [...area, ...(to.prefetch ? [to.prefetch] : []), to.page]
        const ids = modules.map((module) => join(import.meta.dirname, 'src', module))
        const files = ids.flatMap((id) => {
          const found = filesOf(chunks, ({ moduleIds }) => moduleIds.includes(id))
          if (found.length === 0) this.error(`No file of the build holds ${id}`)
          return found
        })
        const ahead = [...stylesOf(chunks, files), ...files].filter((file) => !start.includes(file))
        const page = {
          title: titleOf(to.title),
          files: [...new Set(ahead)],
          requests: routeRequests[path] ?? {},
          isRendered: 'rendered' in rest,
          access,
          // Where signed-in users are redirected.
          signedIn: access === 'signed-out' ? SIGNED_IN_HOME : path,
        }
        return [path, page]
      })
      const spanish = filesOf(chunks, ({ moduleIds }) => moduleIds.includes(SPANISH))
      const translations = { es: spanish.filter((file) => !start.includes(file)) }
      const source = JSON.stringify({ pages: Object.fromEntries(pages), translations })
      this.emitFile({ type: 'asset', fileName: 'pages.json', source })
    },
  }
}

export const isFont = (file: string) => file.endsWith('.woff2')

/** Of letters that our own texts do without: loaded where a name has one. */
export const isFontForNames = (file: string) => isFont(file) && file.includes('-latin-ext-')

/** In place of its tag, without comments. The server allows it by its hash. */
function inlineScript(html: string, name: string): string {
  const tag = `<script src="/${name}"></script>`
  if (!html.includes(tag)) throw new Error(`The page does not load ${name}`)
  const code = readFileSync(join(import.meta.dirname, 'public', name), 'utf8')
  const lines = code.split('\n').filter((line) => !/^\s*\/[/*].*/.test(line))
  return html.replace(tag, () => `<script>${lines.map((line) => line.trim()).join('\n')}</script>`)
}

/** The chunks and all their imports, deepest last. */
export function filesOf(
  chunks: Rolldown.OutputChunk[],
  isMeant: (chunk: Rolldown.OutputChunk) => boolean,
): string[] {
  const needed = new Set<string>()
  const take = (chunk: Rolldown.OutputChunk) => {
    if (needed.has(chunk.fileName)) return
    needed.add(chunk.fileName)
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) take(other)
  }
  for (const chunk of chunks) if (isMeant(chunk)) take(chunk)
  return [...needed]
}

/** The style sheets of these chunks. */
function stylesOf(chunks: Rolldown.OutputChunk[], files: readonly string[]): string[] {
  return chunks
    .filter(({ fileName }) => files.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
}
