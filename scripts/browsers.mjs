import { join } from 'node:path'
import { ensureFirefox } from './lib/firefox.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { CliError, main, run } from './lib/processes.mjs'
import { buildForTests } from './lib/test-build.mjs'
import { ensureWebKit } from './lib/webkit.mjs'

/** browsers.mjs firefox|webkit [--pictures FOLDER]: the main journeys in a browser, on the built product. */
const BROWSERS = {
  firefox: async () => [await ensureFirefox()],
  webkit: ensureWebKit,
}

requireNode()
await main(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  const find = BROWSERS[name]
  if (!find) throw new CliError(`Which browser? One of ${Object.keys(BROWSERS).join(', ')}.`)
  await ensureInstalled()
  const paths = await find()
  const env = {
    ...process.env,
    AFTERCARE_BUILD: await buildForTests(),
    AFTERCARE_BROWSER: JSON.stringify([name, ...paths]),
    TSX_TSCONFIG_PATH: join(root, 'server', 'tsconfig.json'),
  }
  const entry = join(root, 'e2e', 'browsers', 'run.ts')
  return run(process.execPath, ['--import', 'tsx', entry, ...rest], { env })
})
