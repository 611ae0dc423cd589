import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { MAX_FILE_BYTES } from '../domain/src/imports/import-limits'
import { MAX_LOGO_BYTES } from '../domain/src/program/logo-limit'
import { HEARTBEAT_MS } from '../server/src/live/live.routes'
import { freePort } from '../testkit/free-port.mjs'
import { root } from './lib/paths.mjs'
import {
  parseBlocks,
  parseDockerfile,
  parseEnvironment,
  parseHaproxy,
  parseIni,
  parseStatements,
  parseUnit,
} from './testing/deploy-files'

const FILES = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(join(root, 'deploy'), join(entry.parentPath, entry.name)))
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const yamlErrors = (text: string) => {
  const { errors, warnings } = parseDocument(text, { strict: true, uniqueKeys: true })
  return [...errors, ...warnings].map(({ message }) => message)
}

const parseYaml = (text: string) => expect(yamlErrors(text)).toEqual([])

const parseShell = (text: string) => {
  const { status, stderr } = spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

const PARSERS: Record<string, (text: string) => unknown> = {
  'aftercare.service': parseUnit,
  Caddyfile: (text) => parseBlocks(text, '\n'),
  'cluster/database.sql': parseStatements,
  'cluster/etcd.env': parseEnvironment,
  'cluster/haproxy.cfg': parseHaproxy,
  'cluster/haproxy.env': parseEnvironment,
  'cluster/patroni.env': parseEnvironment,
  'cluster/patroni.yml': parseYaml,
  'cluster/pgbouncer.ini': parseIni,
  'cluster/switch-when-full': parseShell,
  'cluster/switch-when-full.service': parseUnit,
  'cluster/switch-when-full.timer': parseUnit,
  'compose-database.sql': (text) => parseStatements(text.replace(/^\\getenv .*$/m, '')),
  'compose.yaml': parseYaml,
  Dockerfile: parseDockerfile,
  'nginx.conf': (text) => parseBlocks(text, ';'),
}

describe('the files of deploy/', () => {
  it.each(FILES)('%s is read by a strict parser', (name) => {
    const parse = PARSERS[name]
    if (!parse) throw new Error(`No parser for deploy/${name}`)
    parse(read(name))
  })

  it('start the built server itself, which never installs or builds', () => {
    expect(parseUnit(read('aftercare.service')).Service?.ExecStart).toBe('/usr/bin/node server/dist/main.js')
    expect(parseDockerfile(read('Dockerfile')).at(-1)).toBe('CMD ["node", "server/dist/main.js"]')
  })

  it('put into the image what the program runs, without sources, tests and demo', () => {
    const instructions = parseDockerfile(read('Dockerfile'))
    expect(
      instructions.filter((one) => one.startsWith('COPY --from=build')).map((one) => one.slice(18)),
    ).toEqual([
      '/app/node_modules node_modules',
      '/app/server/package.json server/',
      '/app/server/dist server/dist',
      '/app/web/dist web/dist',
      '/app/web/maps web/maps',
    ])
    expect(instructions.find((one) => one.startsWith('RUN npm run build'))).toContain(
      'rm server/dist/run-demo.*',
    )
    // Packages that npm installs elsewhere would be missing.
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    expect(
      Object.keys(packages).filter(
        (name) => /^(server|domain)\/node_modules\//.test(name) && !packages[name].dev,
      ),
    ).toEqual([])
  })

  it('leave the boot id readable for the lock on the data folder', () => {
    expect(parseUnit(read('aftercare.service')).Service).not.toHaveProperty('ProcSubset')
  })
})

describe('the proxies', () => {
  const section = (name: string) => parseHaproxy(read('cluster/haproxy.cfg'))[name] ?? []
  const nginx = read('nginx.conf')
  const seconds = (value = '') => Number.parseInt(value, 10) * (value.endsWith('m') ? 60 : 1)

  it('let through the largest file that the program accepts: nginx alone has a limit', () => {
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1])
    expect(megabytes * 1024 * 1024).toBeGreaterThan(1.2 * Math.max(MAX_FILE_BYTES, MAX_LOGO_BYTES))
    expect(read('Caddyfile')).not.toMatch(/request_body|max_size/)
    expect(read('cluster/haproxy.cfg')).not.toMatch(/req\.body_(len|size)/)
  })

  it('keep an event stream open through several lost heartbeats', () => {
    const timeout = (directives: string[], name: string) =>
      seconds(directives.find((one) => one.startsWith(`timeout ${name} `))?.split(' ')[2])
    const live = /location = \/api\/live \{([^}]*)\}/.exec(nginx)?.[1] ?? ''
    const timeouts = [
      seconds(/proxy_read_timeout (\w+);/.exec(live)?.[1]),
      timeout(section('frontend web'), 'client'),
      timeout(section('backend instances'), 'server'),
      timeout(section('backend instances-without-database'), 'server'),
    ]
    for (const one of timeouts) expect(one * 1000).toBeGreaterThanOrEqual(5 * HEARTBEAT_MS)
    expect(read('Caddyfile')).not.toMatch(/timeout/)
    expect(live).toContain('proxy_buffering off')
  })

  it('compress nothing: the program knows what may be compressed', () => {
    expect(read('Caddyfile')).not.toMatch(/^\s*encode/m)
    // Debian's nginx.conf switches it on.
    expect(nginx).toMatch(/^ {4}gzip off;$/m)
    expect(nginx).not.toMatch(/(gzip|brotli) on/)
    expect(read('cluster/haproxy.cfg')).not.toMatch(/compression|filter comp/)
  })
})

describe('the program’s role', () => {
  it.each(['compose-database.sql', 'cluster/database.sql'])(
    'owns its database and nothing else: %s',
    (name) => {
      const statements = parseStatements(read(name).replace(/^\\getenv .*$/m, ''))
      expect(statements).toContain("create role aftercare login password :'password'")
      expect(statements).toContain('create database aftercare owner aftercare')
      expect(read(name)).not.toMatch(/superuser|createrole|createdb|grant|bypassrls/i)
    },
  )

  it('is not the superuser of the database’s container', () => {
    const { services } = parseDocument(read('compose.yaml')).toJS()
    const { environment, volumes } = services.database
    expect(environment).not.toHaveProperty('POSTGRES_USER')
    expect(environment).not.toHaveProperty('POSTGRES_PASSWORD')
    expect(services.aftercare.environment.DATABASE_URL).toMatch(/^postgres:\/\/aftercare:/)
    expect(volumes).toContain('./compose-database.sql:/docker-entrypoint-initdb.d/aftercare.sql:ro')
  })
})

describe('the files of the cluster', () => {
  it('give the primary enough time to renew its lock, as Patroni requires', () => {
    const { bootstrap } = parseDocument(read('cluster/patroni.yml')).toJS()
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
  })

  it('acknowledge nothing that the standby does not have', () => {
    const { bootstrap } = parseDocument(read('cluster/patroni.yml')).toJS()
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true })
  })

  it('use the API of etcd with which Debian 12’s Patroni cannot take a lock back', () => {
    expect(parseEnvironment(read('cluster/patroni.env'))).toHaveProperty('PATRONI_ETCD_HOSTS')
    expect(parseEnvironment(read('cluster/patroni.env'))).not.toHaveProperty('PATRONI_ETCD3_HOSTS')
    expect(parseEnvironment(read('cluster/etcd.env'))).toMatchObject({ ETCD_ENABLE_V2: 'true' })
  })

  it('use only values that docs/scaling.md has the operator set', () => {
    const used = FILES.filter((name) => /^cluster.*\.env$/.test(name)).flatMap((name) =>
      [...read(name).matchAll(/\$\{(\w+)\}/g)].map(([, value]) => value),
    )
    const guide = readFileSync(join(root, 'docs', 'scaling.md'), 'utf8')
    const set = [...guide.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name)
    expect([...new Set(used)].filter((name) => !set.includes(name))).toEqual([])
  })
})

describe('switch-when-full', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'aftercare-switch-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs it with this much free space and this answer of Patroni; true if it asked for a switchover. */
  const isSwitching = (freeMb: string, answer = 'Successfully switched over to "two"') => {
    const asked = join(folder, 'asked')
    rmSync(asked, { force: true })
    const programs = { df: `printf 'Avail\\n ${freeMb}\\n'`, patronictl: `touch ${asked}; echo '${answer}'` }
    for (const [name, command] of Object.entries(programs))
      writeFileSync(join(folder, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
    const env = {
      PATH: [folder, process.env.PATH].join(delimiter),
      RUNTIME_DIRECTORY: folder,
      PATRONI_NAME: 'one',
      PATRONI_POSTGRESQL_DATA_DIR: folder,
    }
    spawnSync('sh', [join(root, 'deploy', 'cluster', 'switch-when-full')], { env })
    return existsSync(asked)
  }

  it('hands over below 500 MB', () => {
    expect(isSwitching('500')).toBe(false)
    expect(isSwitching('499')).toBe(true)
  })

  it('does nothing if the free space is unknown', () => {
    expect(isSwitching('')).toBe(false)
  })

  it('tries again until a switchover succeeds, then not for an hour, so that two full disks do not take turns', () => {
    expect(isSwitching('10', 'Switchover failed, details: 412')).toBe(true)
    expect(isSwitching('10')).toBe(true)
    expect(isSwitching('10')).toBe(false)
    const anHourAgo = Date.now() / 1000 - 61 * 60
    utimesSync(join(folder, 'switched'), anHourAgo, anHourAgo)
    expect(isSwitching('10')).toBe(true)
  })
})

describe('the strict parsers reject', () => {
  it('a duplicate key in a mapping', () => {
    expect(yamlErrors("a:\n  HOST: ''\n  PORT: '1'\n  HOST: ''\n")).toEqual([
      expect.stringContaining('Map keys must be unique'),
    ])
  })

  it.each([
    ['a key twice', '[Service]\nUser=a\nUser=b\n', 'User is in [Service] twice'],
    ['an unknown section', '[Servce]\nUser=a\n', 'unknown section [Servce]'],
    ['a section twice', '[Unit]\nA=1\n[Unit]\nB=1\n', 'section [Unit] twice'],
    ['a line without a value', '[Service]\nUser\n', 'not an assignment: User'],
    ['a line before the first section', 'User=a\n', 'outside of a section: User=a'],
  ])('a unit with %s', (_, text, message) => {
    expect(() => parseUnit(text)).toThrow(message)
  })

  it.each([
    ['a block that is never closed', 'server {\n listen 80;\n', ';', 'never closed'],
    ['a block that is closed twice', 'server { listen 80; }\n}\n', ';', 'closes nothing'],
    ['a directive without its end', 'server { listen 80 }\n', ';', 'not ended: listen 80'],
    ['a directive twice', 'server { gzip on; gzip on; }\n', ';', 'twice: gzip on'],
    ['a directive twice', 'a.example {\n encode gzip\n encode gzip\n}\n', '\n', 'twice: encode gzip'],
  ] as const)('a proxy with %s', (_, text, end, message) => {
    expect(() => parseBlocks(text, end)).toThrow(message)
  })

  it.each([
    ['an environment file with a name twice', () => parseEnvironment('A=1\nA=2\n'), 'A is there twice'],
    ['an environment file with a blank value', () => parseEnvironment('A=\n'), 'not an assignment: A='],
    ['PgBouncer’s file with a key twice', () => parseIni('[a]\nb = 1\nb = 2\n'), 'b is there twice'],
    ['PgBouncer’s file with a key outside', () => parseIni('b = 1\n'), 'not an assignment: b = 1'],
    [
      'HAProxy’s file with a typo',
      () => parseHaproxy('bakcend a\n  mode tcp\n'),
      'unknown section: bakcend a',
    ],
    ['HAProxy’s file with a line twice', () => parseHaproxy('backend a\n  x\n  x\n'), 'twice: x'],
    [
      'SQL without its end',
      () => parseStatements('create role a;\ncreate role b'),
      'not ended: create role b',
    ],
  ])('%s', (_, parse, message) => {
    expect(parse).toThrow(message)
  })

  it('a Dockerfile with an unknown instruction', () => {
    expect(() => parseDockerfile('FROM a\nCOPPY . .\n')).toThrow('unknown instruction: COPPY')
  })
})

// An ordinary user's PATH lacks the folder of nginx.
const PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter)
const has = (program: string, ...args: string[]) => spawnSync(program, args, { env: { PATH } }).status === 0

/** Only if the program is installed: a skipped test would count as a failure. */
function checkWith(program: string, isThere: boolean, file: string, check: () => void | Promise<void>) {
  if (isThere) it(`${file} is accepted by ${program}`, check)
  else process.stderr.write(`deploy/${file} is not checked by ${program}, which is not installed\n`)
}

describe('the installed programs', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'aftercare-deploy-'))
    mkdirSync(join(folder, 'deploy'))
    cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
    cpSync(join(root, '.env.example'), join(folder, '.env'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('read the files unchanged', () => {
    for (const name of FILES) expect(readFileSync(join(folder, 'deploy', name), 'utf8')).toBe(read(name))
  })

  const write = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const run = (program: string, ...args: string[]) => {
    const env = { PATH, HOME: folder, POSTGRES_PASSWORD: 'secret' }
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  }

  checkWith('systemd-analyze', has('systemd-analyze', '--version'), 'aftercare.service', () => {
    // It also reads this machine's units, which may have errors of their own.
    const faultsOf = (text: string) => {
      const { output } = run('systemd-analyze', 'verify', '--man=no', write('aftercare.service', text))
      return output.split('\n').filter((line) => line.includes('aftercare.service'))
    }
    const unit = read('aftercare.service').replace('/usr/bin/node', process.execPath)
    expect(faultsOf(unit)).toEqual([])
    expect(faultsOf(unit.replace('ExecStart=', 'ExecStrt='))).not.toEqual([])
  })

  checkWith('systemd-analyze', has('systemd-analyze', '--version'), 'cluster/switch-when-full.timer', () => {
    const names = ['switch-when-full.service', 'switch-when-full.timer']
    const script = join(folder, 'deploy', 'cluster', 'switch-when-full')
    const [, timer = ''] = names.map((name) =>
      write(name, read(`cluster/${name}`).replace(/^(ExecStart=).*$/m, `$1${script}`)),
    )
    const { output } = run('systemd-analyze', 'verify', '--man=no', timer)
    expect(output.split('\n').filter((line) => line.includes('switch-when-full'))).toEqual([])
  })

  const compose = [['docker', 'compose'], ['docker-compose']].find(([program = '', ...args]) =>
    has(program, ...args, 'version'),
  )
  checkWith('docker compose', compose !== undefined, 'compose.yaml', () => {
    const [program = '', ...args] = compose ?? []
    const { status, output } = run(
      program,
      ...args,
      '-f',
      'deploy/compose.yaml',
      '--env-file',
      '.env',
      'config',
    )
    expect({ status, output }).toMatchObject({ status: 0 })
    const { services } = parseDocument(output).toJS()
    expect(services.aftercare.environment).toMatchObject({ HOST: '', PORT: '3000', DATA_DIR: '/data' })
  })

  checkWith('nginx', has('nginx', '-v') && has('openssl', 'version'), 'nginx.conf', async () => {
    const key = join(folder, 'key.pem')
    const certificate = join(folder, 'certificate.pem')
    const subject = ['-subj', '/CN=aftercare.school.example', '-days', '1']
    run(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      ...subject,
      '-keyout',
      key,
      '-out',
      certificate,
    )
    // On ports and in folders that an ordinary user may use.
    const ports = new Map([
      ['80', await freePort()],
      ['443', await freePort()],
    ])
    const site = read('nginx.conf')
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace(/(access|error)_log \/[^\s;]+/g, (_, kind) => `${kind}_log ${join(folder, `${kind}.log`)}`)
      .replace(
        /listen (\[::\]:)?(80|443)/g,
        (_, v6, port) => `listen ${v6 ? '127.0.0.2' : '127.0.0.1'}:${ports.get(port)}`,
      )
    const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n')
    const include = `include ${write('site.conf', site)};`
    const main = write(
      'main.conf',
      `pid ${join(folder, 'nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temp}\n${include}\n}\n`,
    )
    const { status, output } = run('nginx', '-t', '-p', folder, '-c', main)
    expect({ status, output }).toMatchObject({ status: 0 })
  })

  checkWith('haproxy', has('haproxy', '-v') && has('openssl', 'version'), 'cluster/haproxy.cfg', () => {
    const pem = join(folder, 'site.pem')
    const subject = ['-subj', '/CN=aftercare.school.example', '-days', '1']
    const files = ['-keyout', join(folder, 'site.key'), '-out', join(folder, 'site.crt')]
    run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files)
    writeFileSync(pem, ['site.crt', 'site.key'].map((name) => readFileSync(join(folder, name))).join(''))
    const addresses = { ONE: '10.0.0.1', TWO: '10.0.0.2' }
    const check = (file: string, env: Record<string, string>) =>
      spawnSync('haproxy', ['-c', '-f', file], { env: { PATH, ...env }, encoding: 'utf8' })
    const file = join(folder, 'deploy', 'cluster', 'haproxy.cfg')
    for (const env of [addresses, { ...addresses, CERTIFICATE: pem }])
      expect(check(file, env)).toMatchObject({ status: 0, stderr: expect.not.stringContaining('WARNING') })
    const wrong = write('wrong.cfg', read('cluster/haproxy.cfg').replace('option httpchk', 'option htpchk'))
    expect(check(wrong, addresses).status).not.toBe(0)
  })

  checkWith('caddy', has('caddy', 'version'), 'Caddyfile', () => {
    const config = ['--config', join(folder, 'deploy', 'Caddyfile'), '--adapter', 'caddyfile']
    const { status, output } = run('caddy', 'validate', ...config)
    expect({ status, output }).toMatchObject({
      status: 0,
      output: expect.stringContaining('Valid configuration'),
    })
  })
})
