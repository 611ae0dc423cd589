import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireClusterPrograms } from './lib/cluster-programs.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { CliError, main, run } from './lib/processes.mjs'
import { buildForTests } from './lib/test-build.mjs'

/**
 * In namespaces of its own: the trial's network is nobody else's, its files are in memory, and whatever ends the trial
 * ends every process in it.
 */
const ISOLATED = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
/** The shell adopts and reaps orphans, as PID 1 must. `ip netns` keeps its names in /run/netns. */
const INIT = `mkdir -p /run/netns &&
for folder in "$TMPDIR" /run/netns; do mount -t tmpfs -o mode=755 none "$folder" || exit 1; done
"$0" "$@"
exit $?`

/** cluster.mjs [--logs FOLDER] [part of an event's name ...] */
requireNode()
await main(async () => {
  requireClusterPrograms()
  if (spawnSync('unshare', [...ISOLATED, 'true']).status !== 0)
    throw new CliError(
      'The cluster trial needs namespaces, which are forbidden here; in a container, --privileged.',
    )
  await ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-cluster-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.once('SIGTERM', () => process.exit(143))
  const env = {
    ...process.env,
    AFTERCARE_BUILD: await buildForTests(),
    TMPDIR: folder,
    TSX_TSCONFIG_PATH: join(root, 'server', 'tsconfig.json'),
  }
  // Ctrl-C ends the trial, and then this.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  const trial = [process.execPath, '--import', 'tsx', join(root, 'trials', 'cluster.ts')]
  const args = ['--pdeathsig', 'KILL', 'unshare', ...ISOLATED, 'sh', '-c', INIT, ...trial]
  return run('setpriv', [...args, ...process.argv.slice(2)], { env })
})
