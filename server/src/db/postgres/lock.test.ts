import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isFolderLocked, lockFolder } from './lock'
import { isPostmasterOf, processIdentity } from './process-identity'

const WITHOUT_PTRACE = ['--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']
const canDropPtrace =
  process.getuid?.() === 0 && spawnSync('setpriv', [...WITHOUT_PTRACE, 'true']).status === 0

let folder: string
let other: ChildProcess
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftercare-lock-'))
  other = spawn('sleep', ['60'], { cwd: folder })
})
afterEach(() => {
  other.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const lockFile = () => join(folder, 'aftercare.lock')
const holder = () => JSON.parse(readFileSync(lockFile(), 'utf8'))
const otherPid = () => other.pid ?? 0

/** A lock written by another instance, with the pid of a running process. */
function leaveLock(identity: string, values = {}): void {
  const lock = { id: 'another', host: hostname(), pid: otherPid(), identity, ...values }
  writeFileSync(lockFile(), JSON.stringify(lock))
}

function startHeartbeat(): () => void {
  const timer = setInterval(() => utimesSync(lockFile(), new Date(), new Date()), 500)
  return () => clearInterval(timer)
}

function procWithoutBootId(): string {
  for (const pid of [process.pid, otherPid()]) {
    mkdirSync(join(folder, 'proc', String(pid)), { recursive: true })
    cpSync(join('/proc', String(pid), 'stat'), join(folder, 'proc', String(pid), 'stat'))
  }
  return join(folder, 'proc')
}

async function expectTakenOver(): Promise<void> {
  const unlock = await lockFolder(folder)
  expect(holder().pid).toBe(process.pid)
  unlock()
  expect(existsSync(lockFile())).toBe(false)
}

const expectLocked = () =>
  expect(lockFolder(folder)).rejects.toThrow(`Another Aftercare (process ${otherPid()} on ${hostname()})`)

describe.runIf(process.platform === 'linux')('locking the data directory', () => {
  it('fails while the holder’s process is running, even without a heartbeat', async () => {
    leaveLock(processIdentity(otherPid()) ?? '')
    expect(await isFolderLocked(folder)).toBe(true)
    await expectLocked()
  })

  it('is taken over if its pid now belongs to another process, even with a heartbeat', async () => {
    leaveLock(`${processIdentity(otherPid())}1`)
    const stop = startHeartbeat()
    await expectTakenOver().finally(stop)
  })

  it('is taken over at once if no such process is running, identified or not', async () => {
    const pid = otherPid()
    other.kill('SIGKILL')
    await expect.poll(() => processIdentity(pid)).toBe(null)
    for (const identity of ['unknown', 'boot/1']) {
      leaveLock(identity, { pid })
      const startedAt = Date.now()
      await expectTakenOver()
      // Well before the heartbeat times out.
      expect(Date.now() - startedAt).toBeLessThan(7_000)
    }
  })

  /** After a power cut under a systemd unit that hides the boot id: no process can be identified. */
  it('with a reused pid is taken over if no process can be identified', {
    timeout: 30_000,
  }, async () => {
    leaveLock('unknown')
    const unlock = await lockFolder(folder, procWithoutBootId())
    expect(holder()).toMatchObject({ pid: process.pid, identity: 'unknown' })
    unlock()
  })

  it('of an unidentified process fails with a heartbeat', async () => {
    leaveLock('unknown')
    const stop = startHeartbeat()
    await expectLocked().finally(stop)
  })

  it('of an identified process that is now hidden fails with a heartbeat', async () => {
    leaveLock(processIdentity(otherPid()) ?? '')
    const stop = startHeartbeat()
    await expect(lockFolder(folder, procWithoutBootId())).rejects.toThrow('Another Aftercare')
    stop()
  })

  it('of another host fails with a heartbeat, even if the clock is set forward meanwhile', async () => {
    leaveLock('boot/1', { host: 'elsewhere' })
    const stop = startHeartbeat()
    const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(0)
    await expect(isFolderLocked(folder)).resolves.toBe(true)
    clock.mockRestore()
    stop()
  })

  it('of another host fails with a heartbeat', async () => {
    leaveLock('boot/1', { host: 'elsewhere' })
    const stop = startHeartbeat()
    await expect(lockFolder(folder)).rejects.toThrow('on elsewhere')
    stop()
  })
})

describe.runIf(process.platform === 'linux')('the identity of a process', () => {
  it('is unknown if the boot id is hidden, e.g. by ProcSubset=pid', () => {
    expect(processIdentity(process.pid, procWithoutBootId())).toBe('unknown')
    expect(processIdentity(process.pid)).toMatch(/^[0-9a-f-]{36}\/\d+$/)
  })

  it('recognizes the postmaster of a directory, also through a symlink', () => {
    symlinkSync(folder, `${folder}-link`)
    expect(isPostmasterOf(otherPid(), folder)).toBe(true)
    expect(isPostmasterOf(otherPid(), `${folder}-link`)).toBe(true)
    expect(isPostmasterOf(process.pid, folder)).toBe(false)
    rmSync(`${folder}-link`)
  })

  /** As for root in most containers, where the postmaster's working directory cannot be read. */
  if (canDropPtrace)
    it('recognizes it by its command line without CAP_SYS_PTRACE', async () => {
      chmodSync(folder, 0o755)
      const args = ['-e', 'setInterval(() => {}, 1000)', '--', '-D', folder]
      const postmaster = spawn(process.execPath, args, { cwd: folder, uid: 65_534, gid: 65_534 })
      await once(postmaster, 'spawn')
      const module = fileURLToPath(new URL('./process-identity.ts', import.meta.url))
      const code = `const { isPostmasterOf } = await import(${JSON.stringify(module)})
        process.stdout.write([${JSON.stringify(folder)}, '/tmp'].map((each) => isPostmasterOf(${postmaster.pid}, each)).join())`
      const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', code]
      const { stdout } = spawnSync('setpriv', [...WITHOUT_PTRACE, ...node], { encoding: 'utf8' })
      postmaster.kill('SIGKILL')
      expect(stdout).toBe('true,false')
    })
})
