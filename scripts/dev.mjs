import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { devSettings } from './lib/dev-settings.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { CliError, ensureBuilt, main } from './lib/processes.mjs'

const WEB_PORT = 5173

requireNode()
await main(async () => {
  process.chdir(root)
  await ensureInstalled()
  // The server needs built pages, however old; Vite serves the ones that reload.
  if (!existsSync(join(root, 'web', 'dist', 'index.html'))) await ensureBuilt()
  const env = {
    ...devSettings(process.env, WEB_PORT),
    TSX_TSCONFIG_PATH: join(root, 'server', 'tsconfig.json'),
  }
  process.env.API_URL = `http://localhost:${env.PORT}`
  const { createServer } = await import('vite')
  const web = await createServer({
    root: join(root, 'web'),
    server: { port: WEB_PORT, strictPort: true },
  })
  // Before the server, so that nothing is running if this fails.
  await web.listen().catch(async (error) => {
    await web.close()
    if (!/already in use/.test(error.message)) throw error
    throw new CliError(`Port ${WEB_PORT} is already in use by another program. Stop it and try again.`)
  })
  web.printUrls()
  const source = join(root, 'server', 'src', 'main.ts')
  const server = spawn(process.execPath, ['--import', 'tsx', '--watch', '--watch-preserve-output', source], {
    stdio: 'inherit',
    env,
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await web.close()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, stop)
  server.once('close', stop)
})
