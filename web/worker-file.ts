import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { filesOf, isFont, isFontForNames } from './preloads.ts'
import { offlineRoutes } from './src/offline-routes.ts'

/** Not of the build, but named by every page. */
const PUBLIC_FILES = ['theme.js', 'favicon.svg']

const OFFLINE_PAGE = 'offline.html'
const STYLES = '/src/theme/theme.css'

/**
 * Writes worker.js, with the file names of each cached page. They change with the code, and with them the worker
 * script: that is how a browser detects a new build.
 */
export function workerFile(): Plugin {
  return {
    name: 'worker-file',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const fonts = Object.keys(bundle).filter(isFont)
      const start = filesOf(chunks, ({ isEntry }) => isEntry)
      const offline = offlinePage(stylesOf(chunks, start))
      this.emitFile({ type: 'asset', fileName: OFFLINE_PAGE, source: offline.html })
      const filesOfModules = (modules: readonly string[]) => {
        const ids = modules.map((module) => join(import.meta.dirname, 'src', module))
        const missing = ids.find((id) => !chunks.some(({ moduleIds }) => moduleIds.includes(id)))
        if (missing) this.error(`No file of the build holds ${missing}`)
        const code = filesOf(
          chunks,
          ({ isEntry, moduleIds }) => isEntry || ids.some((id) => moduleIds.includes(id)),
        )
        return [...code, ...stylesOf(chunks, code)]
      }
      const pages = Object.entries(offlineRoutes).map(([scope, kept]) => {
        const isNotice = 'notice' in kept
        const files = isNotice ? offline.files : filesOfModules(kept.modules)
        const shown = isNotice ? fonts.filter((file) => !isFontForNames(file)) : fonts
        const paths = [...files, ...shown, ...PUBLIC_FILES].map((file) => `/${file}`).sort()
        return [scope, { page: isNotice ? kept.notice : scope, isNotice, files: paths }]
      })
      // The offline page has no hash in its name, so its contents are part of the build's version.
      const source = await compile(Object.fromEntries(pages), offline.html)
      this.emitFile({ type: 'asset', fileName: 'worker.js', source })
    },
  }
}

/** The page without code of the app: it takes the styles that the app starts with, and a small script of its own. */
function offlinePage(styles: string[]): { html: string; files: string[] } {
  const source = readFileSync(join(import.meta.dirname, OFFLINE_PAGE), 'utf8')
  const link = `<link rel="stylesheet" href="${STYLES}" />`
  if (!source.includes(link) || styles.length === 0) throw new Error('The offline page has no styles')
  const links = styles.map((file) => `<link rel="stylesheet" href="/${file}">`)
  return { html: source.replace(link, links.join('\n    ')), files: [...styles, 'offline.js'] }
}

function stylesOf(chunks: Rolldown.OutputChunk[], code: string[]): string[] {
  const styles = chunks
    .filter(({ fileName }) => code.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set(styles)]
}

/** One plain script: imports of a worker would be updated separately. */
async function compile(pages: Record<string, unknown>, offline: string): Promise<string> {
  const publicFiles = [...PUBLIC_FILES, 'offline.js'].map((file) =>
    readFileSync(join(import.meta.dirname, 'public', file), 'utf8'),
  )
  const parts = [JSON.stringify(pages), offline, ...publicFiles]
  const version = createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { BUILD: JSON.stringify({ version, pages }) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src', 'worker', 'worker.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('The worker was not built')
  return result.output[0].code
}
