import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareBinaries } from './binaries'
import { ensureCluster, readPassword } from './cluster'
import { ensureTestRole } from './database-owner'
import { SHARED_ROOT } from './location'
import { canTraverse, chooseOsUser } from './os-user'
import { launch, stopChild } from './postmaster'
import type { RunningPostgres } from './supervisor'

/** Its data does not outlive the process, so it need not be durable. */
export const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 200,
  autovacuum: 'off',
}

/** An empty server for tests and the demo. Its directory is deleted at `stop`, and also if this process is killed. */
export async function startTemporaryPostgres(): Promise<RunningPostgres> {
  const osUser = chooseOsUser(null)
  const folder = mkdtempSync(join(canTraverse(tmpdir(), osUser) ? tmpdir() : '/tmp', 'aftercare-throwaway-'))
  if (osUser !== null) chownSync(folder, osUser.uid, osUser.gid)
  const clusterDir = join(folder, 'postgres')
  try {
    const copyRoot = osUser === null ? folder : SHARED_ROOT
    const binaries = prepareBinaries(osUser, copyRoot)
    await ensureCluster(binaries, { clusterDir, osUser, copyRoot, pointer: '' }, false)
    const { child, port } = await launch({
      binaries,
      osUser,
      clusterDir,
      settings: FAST_SETTINGS,
      onOutput: () => {},
    })
    const reaper = startReaper(child.pid, folder)
    return {
      url: await ensureTestRole(port, readPassword(clusterDir)),
      stop: async () => {
        await stopChild(child)
        rmSync(folder, { recursive: true, force: true })
        // Last: a process may be killed while it deletes gigabytes.
        reaper.kill('SIGKILL')
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** A shell that waits for EOF on stdin, which the kernel delivers however this process ends. */
function startReaper(serverPid: number | undefined, folder: string) {
  const script = 'cat >/dev/null; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(serverPid), folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  return shell
}
