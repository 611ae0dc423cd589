import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  // Ctrl-C ends Stryker; then what it left is deleted.
  let isInterrupted = false
  for (const signal of ['SIGINT', 'SIGHUP'])
    process.on(signal, () => {
      isInterrupted = true
    })
  for (const part of names) {
    if (isInterrupted) break
    console.log(`\n== ${part}`)
    if ((await runPart(part, files)) !== 0) failed += 1
  }
  return failed
})

/** A test that fails for want of a connection shows nothing about the mutant. */
function assertNoneFailedToConnect(part) {
  const report = join(root, '.cache', 'mutation', `${part}-report.json`)
  if (!existsSync(report)) return
  const mutants = Object.values(JSON.parse(readFileSync(report, 'utf8')).files).flatMap(
    (file) => file.mutants,
  )
  const failed = mutants.filter(({ statusReason = '' }) => /too many clients|ECONNREFUSED/.test(statusReason))
  if (failed.length === 0) return
  throw new CliError(
    `${failed.length} mutants count as killed because the tests could not connect to PostgreSQL. Delete .cache/mutation/ and name fewer files.`,
  )
}

async function runPart(part, files) {
  const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const mutate = files.length > 0 ? ['--mutate', files.join(',')] : []
  const args = [stryker, 'run', 'scripts/mutation/stryker.config.mjs', ...mutate]
  // Stryker kills its runners, with what would delete the gigabytes of their databases. PostgreSQL's user must get there.
  const temporary = mkdtempSync(join(tmpdir(), 'aftercare-mutation-'))
  chmodSync(temporary, 0o755)
  try {
    const code = await run(process.execPath, args, {
      env: { ...process.env, [PART_VARIABLE]: part, TMPDIR: temporary },
    })
    assertNoneFailedToConnect(part)
    return code
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
}
