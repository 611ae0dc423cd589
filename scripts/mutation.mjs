import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { CliError, main, run } from './lib/processes.mjs'
import { PART_VARIABLE, PARTS } from './mutation/parts.mjs'

/** mutation.mjs [domain|server|money|seats|access|erasure] [FILE ...]: mutation scores, of single files if named. */
requireNode()
await main(async () => {
  const [name = '', ...files] = process.argv.slice(2)
  const names = Object.keys(PARTS).filter(
    (part) => name === '' || part === name || PARTS[part].folder === name,
  )
  if (names.length === 0)
    throw new CliError(`Which part? server, or one of ${Object.keys(PARTS).join(', ')}.`)
  await ensureInstalled()
  let failed = 0
  for (const part of names) {
    console.log(`\n== ${part}`)
    if ((await runPart(part, files)) !== 0) failed += 1
  }
  return failed
})

function runPart(part, files) {
  const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const mutate = files.length > 0 ? ['--mutate', files.join(',')] : []
  const args = [stryker, 'run', 'scripts/mutation/stryker.config.mjs', ...mutate]
  return run(process.execPath, args, { env: { ...process.env, [PART_VARIABLE]: part } })
}
