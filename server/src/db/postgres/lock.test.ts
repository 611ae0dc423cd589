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
let stranger: ChildProcess
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftercare-lock-'))
  stranger = spawn('sleep', ['60'], { cwd: folder })
})
afterEach(() => {
  stranger.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const lockFile = () => join(folder, 'aftercare.lock')
const holder = () => JSON.parse(readFileSync(lockFile(), 'utf8'))
const strangerPid = () => stranger.pid ?? 0

/** A lock that another instance has written, whose process id is that of a living process. */
function leaveLock(identity: string, values = {}): void {
  const lock = { id: 'another', host: hostname(), pid: strangerPid(), identity, ...values }
  writeFileSync(lockFile(), JSON.stringify(lock))
}

function startHeartbeat(): () => void {
  const timer = setInterval(() => utimesSync(lockFile(), new Date(), new Date()), 500)
  return () => clearInterval(timer)
}

function procWithoutBootId(): string {
  for (const pid of [process.pid, strangerPid()]) {
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

const expectRefused = () =>
  expect(lockFolder(folder)).rejects.toThrow(`Another Aftercare (process ${strangerPid()} on ${hostname()})`)

describe.runIf(process.platform === 'linux')('the lock on the data folder', () => {
  it('is refused while the process that has it runs, also without a heartbeat', async () => {
    leaveLock(processIdentity(strangerPid()) ?? '')
    expect(await isFolderLocked(folder)).toBe(true)
    await expectRefused()
  })

  it('is taken over when its process id belongs to another process now, whatever the file shows', async () => {
    leaveLock(`${processIdentity(strangerPid())}1`)
    const stop = startHeartbeat()
    await expectTakenOver().finally(stop)
  })

  it('is taken over at once when no such process runs, identified or not', async () => {
    const pid = strangerPid()
    stranger.kill('SIGKILL')
    await expect.poll(() => processIdentity(pid)).toBe(null)
    for (const identity of ['unknown', 'boot/1']) {
      leaveLock(identity, { pid })
      const startedAt = Date.now()
      await expectTakenOver()
      // Well before a silent heartbeat is believed.
      expect(Date.now() - startedAt).toBeLessThan(7_000)
    }
  })

  /** After a power cut under a unit that hides the boot id: nobody is identified, then or now. */
  it('of a process id that was given out again is taken over where no process can be identified', {
    timeout: 30_000,
  }, async () => {
    leaveLock('unknown')
    const unlock = await lockFolder(folder, procWithoutBootId())
    expect(holder()).toMatchObject({ pid: process.pid, identity: 'unknown' })
    unlock()
  })

  it('of an unidentified process is refused with a heartbeat', async () => {
    leaveLock('unknown')
    const stop = startHeartbeat()
    await expectRefused().finally(stop)
  })

  it('of an identified process that is hidden now is refused with a heartbeat', async () => {
    leaveLock(processIdentity(strangerPid()) ?? '')
    const stop = startHeartbeat()
    await expect(lockFolder(folder, procWithoutBootId())).rejects.toThrow('Another Aftercare')
    stop()
  })

  it('of another machine is refused with a heartbeat, also when the clock is set forward meanwhile', async () => {
    leaveLock('boot/1', { host: 'elsewhere' })
    const stop = startHeartbeat()
    const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(0)
    await expect(isFolderLocked(folder)).resolves.toBe(true)
    clock.mockRestore()
    stop()
  })

  it('of another machine is refused with a heartbeat', async () => {
    leaveLock('boot/1', { host: 'elsewhere' })
    const stop = startHeartbeat()
    await expect(lockFolder(folder)).rejects.toThrow('on elsewhere')
    stop()
  })
})

describe.runIf(process.platform === 'linux')('the identity of a process', () => {
  it('is unknown where the boot id is hidden, as by ProcSubset=pid', () => {
    expect(processIdentity(process.pid, procWithoutBootId())).toBe('unknown')
    expect(processIdentity(process.pid)).toMatch(/^[0-9a-f-]{36}\/\d+$/)
  })

  it('tells the postmaster of a folder, also through a link to it, from everything else', () => {
    symlinkSync(folder, `${folder}-link`)
    expect(isPostmasterOf(strangerPid(), folder)).toBe(true)
    expect(isPostmasterOf(strangerPid(), `${folder}-link`)).toBe(true)
    expect(isPostmasterOf(process.pid, folder)).toBe(false)
    rmSync(`${folder}-link`)
  })

  /** So is root in most containers, where the postmaster's working folder cannot be read. */
  if (canDropPtrace)
    it('tells it by its command line where this process may not trace others', async () => {
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
