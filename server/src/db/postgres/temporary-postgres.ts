import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareBinaries } from './binaries'
import { ensureCluster, readPassword } from './cluster'
import { SHARED_ROOT } from './location'
import { canTraverse, chooseOsUser } from './os-user'
import { launch, stopChild } from './postmaster'
import { type RunningPostgres, urlOf } from './supervisor'

/** Nothing here outlives the process, so nothing waits for the disk. */
export const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 200,
  autovacuum: 'off',
}

/** An empty server for tests and the demo. Its folder goes at `stop`, and also when this process is killed. */
export async function startTemporaryPostgres(): Promise<RunningPostgres> {
  const account = chooseOsUser(null)
  const folder = mkdtempSync(join(canTraverse(tmpdir(), account) ? tmpdir() : '/tmp', 'aftercare-throwaway-'))
  if (account !== null) chownSync(folder, account.uid, account.gid)
  const clusterDir = join(folder, 'postgres')
  try {
    const copyRoot = account === null ? folder : SHARED_ROOT
    const binaries = prepareBinaries(account, copyRoot)
    await ensureCluster(binaries, { clusterDir, account, copyRoot, pointer: '' }, false)
    const { child, port } = await launch({
      binaries,
      account,
      clusterDir,
      settings: FAST_SETTINGS,
      onOutput: () => {},
    })
    const undertaker = cleanUpAfterMe(child.pid, folder)
    return {
      url: urlOf(port, readPassword(clusterDir), 'postgres'),
      stop: async () => {
        await stopChild(child)
        undertaker.kill('SIGKILL')
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** A shell that waits for the end of its input, which the kernel brings about however this process ends. */
function cleanUpAfterMe(serverPid: number | undefined, folder: string) {
  const script = 'cat >/dev/null; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(serverPid), folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  return shell
}
