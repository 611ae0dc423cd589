import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { routePrefetch, routes } from './src/routes.ts'

/**
 * Preloads what a browser would discover late: the fonts, in the page itself, because every screen uses both; and for
 * every address of `src/routes.ts`, in preloads.json, the code and styles that it needs besides those that the page names
 * anyway, and the URLs that it requests first. Nothing of staff's pages is preloaded for somebody who may not see them.
 */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const code = filesOf(chunks, (chunk) => chunk.isEntry)
      const start = [...code, ...stylesOf(chunks, code)]
      const pages = routes.map(({ path, ...rest }) => {
        const to = 'redirectTo' in rest ? routes.find((route) => route.path === rest.redirectTo) : rest
        if (!to || !('page' in to)) return this.error(`${path} leads to no page`)
        const modules = [...(to.prefetch ? [to.prefetch] : []), to.page]
        const ids = modules.map((module) => join(import.meta.dirname, 'src', module))
        const files = ids.flatMap((id) => {
          const found = filesOf(chunks, ({ moduleIds }) => moduleIds.includes(id))
          if (found.length === 0) this.error(`No file of the build holds ${id}`)
          return found
        })
        const ahead = [...stylesOf(chunks, files), ...files].filter((file) => !start.includes(file))
        return [path, [...new Set(ahead), ...(routePrefetch[path] ?? [])]]
      })
      const source = JSON.stringify(Object.fromEntries(pages))
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source })
    },
  }
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
