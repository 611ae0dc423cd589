import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { filesOf } from './preloads.ts'
import { keptPages } from './src/kept-pages.ts'

/** Not of the build, but named by its page. */
const PUBLIC_FILES = ['theme.js', 'favicon.svg']

/**
 * Writes worker.js, with the names of the files that each kept page is made of. They change with every change of the
 * code, and the worker's own text with them: that is how a browser learns of a new build.
 */
export function workerFile(): Plugin {
  return {
    name: 'worker-file',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'))
      const pages = Object.entries(keptPages).map(([page, modules]) => {
        const ids = modules.map((module) => join(import.meta.dirname, 'src', module))
        const code = filesOf(
          chunks,
          ({ isEntry, moduleIds }) => isEntry || ids.some((id) => moduleIds.includes(id)),
        )
        const missing = ids.find((id) => !chunks.some(({ moduleIds }) => moduleIds.includes(id)))
        if (missing) this.error(`No file of the build holds ${missing}`)
        const files = [...code, ...stylesOf(chunks, code), ...fonts, ...PUBLIC_FILES]
        return [page, { page, files: files.map((file) => `/${file}`).sort() }]
      })
      const source = await compile(Object.fromEntries(pages))
      this.emitFile({ type: 'asset', fileName: 'worker.js', source })
    },
  }
}

function stylesOf(chunks: Rolldown.OutputChunk[], code: string[]): string[] {
  const styles = chunks
    .filter(({ fileName }) => code.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set(styles)]
}

/** One plain script: a worker with imports would fetch them apart from its own version. */
async function compile(pages: Record<string, unknown>): Promise<string> {
  const version = createHash('sha256').update(JSON.stringify(pages)).digest('hex').slice(0, 16)
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
