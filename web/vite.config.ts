import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** What has a browser entry of its own; fonts are style sheets and the server is types only. */
const runtime = Object.keys(manifest.dependencies).filter(
  (name) => !name.startsWith('@aftercare/') && !name.startsWith('@fontsource') && name !== '@base-ui/react',
)

/** The staff's pages, and what only they use: the date picker, and the form schemas, which parents leave to the server. */
const staffOnly =
  /web\/src\/admin\/|web\/src\/features\/mail\/|\.admin\.api\.ts|web\/src\/ui\/date-picker|node_modules\/(react-day-picker|date-fns|@date-fns|zod)\/|domain\/src\/(fields|mail-templates|[a-z-]+-schemas?)\.ts/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/api': { target: process.env.API_URL ?? 'http://localhost:3000' } } },
  optimizeDeps: { include: runtime },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // Fonts and images stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Without this a portal's file would swallow what both portals use, and each would load the other.
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
              priority: 4,
            },
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'parent', test: /web\/src\/parent\//, priority: 2 },
            { name: 'admin', test: staffOnly, priority: 2 },
            { name: 'shared', test: /./, priority: 1 },
          ],
        },
      },
    },
  },
})
