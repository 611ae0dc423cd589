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

/** What the server makes, not the build. */
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
    sourcemap: false,
    // Fonts and images stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // A browser that cannot fetch modules ahead fetches them when they are asked for.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The start names every file that it may fetch. A shared one is called after all pages that use it, and those
        // names alone weighed more than a kilobyte on every first visit.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? '' : '[name]-'}[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            { name: 'start', tags: ['$initial'], priority: 3 },
            // With what wraps them, apart from the rest: a small neighbour that joined one of these would take the whole
            // library to each of its own pages.
            {
              name: 'shared',
              test: /node_modules\/(@base-ui|@floating-ui|zod)\/|\/ui\/select-input\.tsx|domain\/src\/fields\.ts/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1000,
              priority: 2,
            },
            // The programme's own words with all that they are drawn with: in four small files they cost the landing page
            // a kilobyte more, and every other page saves hardly as much without them.
            { name: 'about', test: /\/site-content\/about|domain\/src\/about\.ts/, priority: 2 },
            // Each page is a file; what several pages use lies in files by who uses it, so that none loads in vain.
            // What is smaller than a request's own cost joins its nearest neighbour.
            {
              name: 'shared',
              test: /./,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
