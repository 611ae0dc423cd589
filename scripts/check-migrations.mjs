import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checksumLines, migrationFaults } from './lib/migrations.mjs'
import { root } from './lib/paths.mjs'
import { main } from './lib/processes.mjs'

const RECORD = 'server/migrations/checksums.txt'

await main(async () => {
  const folder = join(root, 'server', 'migrations')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const files = names.sort().map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))
  if (process.argv.includes('--record'))
    writeFileSync(join(root, RECORD), `${checksumLines(files).join('\n')}\n`)
  const recorded = linesOf(readFileSync(join(root, RECORD), 'utf8'))
  const faults = migrationFaults(files, recorded, readReleased())
  for (const fault of faults) console.error(`Migrations are only ever added: ${fault}.`)
  if (faults.length > 0) {
    console.error('Record a migration that is in no release yet: node scripts/check-migrations.mjs --record')
  }
  console.log(`${files.length} migrations, ${faults.length} errors`)
  return faults.length === 0 ? 0 : 1
})

/** The record as it was in the newest release, or nothing before the first one. */
function readReleased() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*')
  if (tag.status !== 0) return []
  const shown = git('show', `${tag.stdout.trim()}:${RECORD}`)
  return shown.status === 0 ? linesOf(shown.stdout) : []
}

function linesOf(text) {
  return text.split('\n').filter((line) => line !== '')
}
