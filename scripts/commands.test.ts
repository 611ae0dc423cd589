import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { processIdentity } from '../server/src/db/postgres/process-identity'
import { findChromium } from './lib/chromium.mjs'
import { requireClusterPrograms } from './lib/cluster-programs.mjs'
import { devSettings } from './lib/dev-settings.mjs'
import { findFirefox } from './lib/firefox.mjs'
import { isInstalled } from './lib/install.mjs'
import { root } from './lib/paths.mjs'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-commands-'))
  folders.push(folder)
  return folder
}

describe('npm start', () => {
  it.each(['start', 'demo', 'dev', 'test', 'e2e', 'browsers', 'run'])(
    '%s refuses an old Node before anything else',
    (name) => {
      const preload = join(aFolder(), 'old-node.cjs')
      writeFileSync(preload, `Object.defineProperty(process, 'version', { value: 'v18.20.8' })`)
      const result = spawnSync(process.execPath, ['-r', preload, join(root, 'scripts', `${name}.mjs`)], {
        encoding: 'utf8',
      })
      expect(result.status).toBe(1)
      expect(result.stderr).toMatch(/^Aftercare needs Node 20\.19 or newer .* This is Node 18\.20\.8.*\n$/)
      expect(result.stdout).toBe('')
    },
  )
})

describe('npm run test:cluster', () => {
  const everything = () => true
  it('says in one sentence who may run it and what to install', () => {
    expect(() => requireClusterPrograms(false, everything, '15')).toThrow(/run it as root on Linux\.$/)
    expect(() => requireClusterPrograms(true, (path) => !String(path).endsWith('/etcd'), '')).toThrow(
      /: apt install --no-install-recommends etcd-server postgresql$/,
    )
    expect(() => requireClusterPrograms(true, everything, '15')).not.toThrow()
  })
})

describe('npm run dev', () => {
  const written = () => {
    const file = join(aFolder(), '.env')
    writeFileSync(file, 'PORT=4100\nCONTACT_EMAIL=office@example.com\n')
    return file
  }

  it('uses the port from .env, unless the environment sets one', () => {
    expect(devSettings({}, 5173, written())).toEqual({
      PORT: '4100',
      CONTACT_EMAIL: 'office@example.com',
      PUBLIC_URL: 'http://localhost:5173',
    })
    expect(devSettings({ PORT: '4200' }, 5173, written())).toMatchObject({ PORT: '4200' })
  })

  it('needs no .env', () => {
    expect(devSettings({}, 5173, join(aFolder(), '.env'))).toMatchObject({ PORT: '3000' })
  })
})

describe.each([
  ['AFTERCARE_CHROMIUM', findChromium],
  ['AFTERCARE_FIREFOX', findFirefox],
])('a browser set by %s', (name, find) => {
  const aBrowser = (code: number) => {
    const path = join(aFolder(), 'browser')
    writeFileSync(path, `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
    vi.stubEnv(name, path)
    return path
  }
  afterEach(() => vi.unstubAllEnvs())

  it('takes precedence over installed ones', async () => {
    const path = aBrowser(0)
    expect(await find()).toBe(path)
  })

  it('is not replaced by another if it does not start', async () => {
    const path = aBrowser(1)
    await expect(async () => find()).rejects.toThrow(`${name} is set to ${path}, which is missing`)
  })
})

describe('a process started by npm', () => {
  it('exits when the shell between npm and it is killed', async () => {
    const script = join(aFolder(), 'serve.mjs')
    const library = JSON.stringify(join(root, 'scripts', 'lib', 'exit-with-parent.mjs'))
    writeFileSync(
      script,
      `import { exitWithParent } from ${library}
       exitWithParent()
       setInterval(() => {}, 1000)
       console.log(process.pid)`,
    )
    const shell = spawn('sh', ['-c', `'${process.execPath}' '${script}'; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = await once(shell.stdout, 'data')
    const pid = Number(printed)
    expect(processIdentity(pid)).not.toBeNull()
    shell.kill('SIGTERM')
    await expect.poll(() => processIdentity(pid)).toBeNull()
  })
})

describe('the dependencies', () => {
  let folder: string
  const write = (file: string, packages: Record<string, unknown>) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    writeFileSync(join(folder, file), JSON.stringify({ packages }))
  }
  beforeEach(() => {
    folder = aFolder()
    write('package-lock.json', {
      '': {},
      domain: {},
      'node_modules/zod': { version: '4.0.0' },
      'node_modules/for-this': {
        version: '1.0.0',
        optional: true,
        os: [process.platform],
        cpu: [process.arch],
      },
      'node_modules/for-other': { version: '1.0.0', optional: true, os: ['aix'], cpu: ['ppc64'] },
    })
  })
  const here = { 'node_modules/zod': { version: '4.0.0' }, 'node_modules/for-this': { version: '1.0.0' } }

  it('count as installed if they match the lock file for this machine', () => {
    write('node_modules/.package-lock.json', here)
    expect(isInstalled(folder)).toBe(true)
  })

  it.each([
    ['one is missing', { 'node_modules/for-this': { version: '1.0.0' } }],
    ['one is of another version', { ...here, 'node_modules/zod': { version: '3.0.0' } }],
    ['they were installed on another machine', { 'node_modules/zod': { version: '4.0.0' } }],
  ])('are installed again if %s', (_, present) => {
    write('node_modules/.package-lock.json', present)
    expect(isInstalled(folder)).toBe(false)
  })

  it('are installed if there are none, or only some', () => {
    expect(isInstalled(folder)).toBe(false)
  })
})
