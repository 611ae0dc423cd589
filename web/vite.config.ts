import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloads } from './preloads.ts'
import { workerFile } from './worker-file.ts'

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** What has a browser entry of its own; fonts are style sheets and the server is types only. */
const runtime = Object.keys(manifest.dependencies).filter(
  (name) => !name.startsWith('@aftercare/') && !name.startsWith('@fontsource') && name !== '@base-ui/react',
)

/** Requests that the server handles. */
const fromServer = ['/api', '/manifest.webmanifest']
const server = process.env.API_URL ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloads(), workerFile()],
  server: { proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])) },
  optimizeDeps: { include: runtime },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The build moves them out of what is served.
    sourcemap: 'hidden',
    // Fonts and images stay files: the content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    // No polyfill: a browser without modulepreload loads modules when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Tailwind makes no maps of styles, and none are needed.
      onwarn: (warning, warn) => (warning.code === 'SOURCEMAP_BROKEN' ? undefined : warn(warning)),
      output: {
        codeSplitting: {
          groups: [
            // Stays in the browser's cache over a deployment.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            { name: 'start', tags: ['$initial'] },
          ],
          // What several pages share is a file of its own, unless it is so small that the request would cost more: then
          // each of them has a copy. Without it a parent's dashboard is 67 files, of which a browser fetches six at a time.
          experimentalInlineCommonChunks: { maxSize: 4000, exclude: /\.css$/ },
        },
      },
    },
  },
})
