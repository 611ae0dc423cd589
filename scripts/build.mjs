import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { hashOf, isFresh, stampFile } from './lib/build-cache.mjs'
import { chunksFile, chunksOf } from './lib/bundle-size.mjs'
import { compressFolder } from './lib/compress.mjs'
import { root } from './lib/paths.mjs'
import { main } from './lib/processes.mjs'

/** Builds what is stale: web/dist and server/dist, in this checkout or laid out the same way under `out`. */
export async function buildStale(out = root) {
  if (out !== root) layOut(out)
  for (const [part, make] of [
    ['web', buildWeb],
    ['server', buildServer],
  ]) {
    const folder = join(out, part, 'dist')
    if (isFresh(part, folder)) continue
    const startedAt = Date.now()
    const stamp = hashOf(part)
    // Built aside and moved into place, so that a running server never serves half a build.
    const aside = join(out, '.cache', `build-${part}-${process.pid}`)
    rmSync(aside, { recursive: true, force: true })
    await make(aside, out)
    writeFileSync(stampFile(aside), stamp)
    if (isFresh(part, folder)) {
      // Another process has built the same meanwhile.
      rmSync(aside, { recursive: true, force: true })
      continue
    }
    rmSync(folder, { recursive: true, force: true })
    renameSync(aside, folder)
    console.log(`Built ${part} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  }
}

async function buildWeb(outDir, out) {
  const built = await build({
    root: join(root, 'web'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  moveSourceMaps(join(outDir, 'assets'), join(out, 'web', 'maps'))
  await compressFolder(outDir)
  writeFileSync(chunksFile(out), JSON.stringify(chunksOf(built)))
}

/** Out of the folder that is served, and without the sources: the server names their lines in its log. */
function moveSourceMaps(assets, maps) {
  rmSync(maps, { recursive: true, force: true })
  mkdirSync(maps, { recursive: true })
  for (const name of readdirSync(assets).filter((file) => file.endsWith('.map'))) {
    const { sourcesContent: _, ...map } = JSON.parse(readFileSync(join(assets, name), 'utf8'))
    writeFileSync(join(maps, name), JSON.stringify(map))
    rmSync(join(assets, name))
  }
}

/**
 * Most of the start-up time is loading many small files, so these are bundled. It also drops formatters and highlighters
 * of the mail components that we do not use. Packages with native parts or files of their own stay external.
 */
const BUNDLED = [
  '@aftercare/domain',
  /^@react-email\//,
  /^@hono\//,
  'hono',
  'zod',
  '@asteasolutions/zod-to-openapi',
  'openapi3-ts',
  'sql-template-tag',
  'croner',
  'ical.js',
  'papaparse',
  'react',
  'react-dom',
  /^pg($|-)/,
  'postgres-array',
  'postgres-bytea',
  'postgres-date',
  'postgres-interval',
  'pgpass',
  'split2',
  'xtend',
]

/**
 * React's production build, also where the server is started without NODE_ENV. What the operator set is read from the
 * environment as a whole (`server/src/config.ts`), which this does not replace.
 */
const PRODUCTION = { 'process.env.NODE_ENV': '"production"' }

async function buildServer(outDir) {
  const cli = join(root, 'server', 'src', 'cli')
  const commands = readdirSync(cli).filter((name) => /^[a-z-]+\.ts$/.test(name))
  const input = Object.fromEntries(commands.map((name) => [name.replace('.ts', ''), join(cli, name)]))
  await build({
    root: join(root, 'server'),
    configFile: false,
    logLevel: 'warn',
    define: PRODUCTION,
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: {
          main: join(root, 'server', 'src', 'main.ts'),
          'run-demo': join(root, 'server', 'demo', 'run-demo.ts'),
          ...input,
        },
        // All files in one folder, so that paths relative to server/src work in server/dist too.
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
    },
  })
  await buildRenderer(outDir)
  cpSync(join(root, 'server', 'migrations'), join(outDir, 'migrations'), { recursive: true })
  cpSync(join(root, 'server', 'src', 'auth', 'common-passwords.txt'), join(outDir, 'common-passwords.txt'))
}

/** The web app for the server, which renders some pages with it (server/src/web-app/rendered-pages.ts). */
async function buildRenderer(outDir) {
  await build({
    root: join(root, 'web'),
    configFile: false,
    // The libraries' "use client" directives are no news.
    logLevel: 'error',
    publicDir: false,
    define: PRODUCTION,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/render-page.tsx',
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: 'web/[name]-[hash].js' },
      },
    },
  })
}

/** Another folder that looks like a checkout to the built server. */
function layOut(out) {
  for (const part of ['web', 'server']) mkdirSync(join(out, part), { recursive: true })
  for (const shared of ['node_modules', 'server/node_modules', 'package.json', 'server/package.json']) {
    const target = join(root, shared)
    const link = join(out, shared)
    if (existsSync(target) && !existsSync(link)) symlinkSync(target, link)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // Always a production build, in tests too.
  process.env.NODE_ENV = 'production'
  await main(async () => {
    const flag = process.argv.indexOf('--out')
    await buildStale(flag === -1 ? root : resolve(process.argv[flag + 1] ?? ''))
  })
}
