import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { freePort } from '../testkit/free-port.mjs'
import { root } from './lib/paths.mjs'
import { parseBlocks, parseDockerfile, parseUnit } from './testing/deploy-files'

const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const yamlErrors = (text: string) => {
  const { errors, warnings } = parseDocument(text, { strict: true, uniqueKeys: true })
  return [...errors, ...warnings].map(({ message }) => message)
}

const PARSERS: Record<string, (text: string) => unknown> = {
  'aftercare.service': parseUnit,
  Caddyfile: (text) => parseBlocks(text, '\n'),
  'compose.yaml': (text) => expect(yamlErrors(text)).toEqual([]),
  Dockerfile: parseDockerfile,
  'nginx.conf': (text) => parseBlocks(text, ';'),
}

describe('the files of deploy/', () => {
  it.each(readdirSync(join(root, 'deploy')))('%s is read by a strict parser', (name) => {
    const parse = PARSERS[name]
    if (!parse) throw new Error(`No parser for deploy/${name}`)
    parse(read(name))
  })

  it('start the built server itself, which never installs or builds', () => {
    expect(parseUnit(read('aftercare.service')).Service?.ExecStart).toBe('/usr/bin/node server/dist/main.js')
    expect(parseDockerfile(read('Dockerfile')).at(-1)).toBe('CMD ["node", "server/dist/main.js"]')
  })

  it('leave the boot id readable for the lock on the data folder', () => {
    expect(parseUnit(read('aftercare.service')).Service).not.toHaveProperty('ProcSubset')
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
    for (const name of readdirSync(join(root, 'deploy')))
      expect(readFileSync(join(folder, 'deploy', name), 'utf8')).toBe(read(name))
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
      .replace(/access_log \/\S+/, `access_log ${join(folder, 'access.log')}`)
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

  checkWith('caddy', has('caddy', 'version'), 'Caddyfile', () => {
    const config = ['--config', join(folder, 'deploy', 'Caddyfile'), '--adapter', 'caddyfile']
    const { status, output } = run('caddy', 'validate', ...config)
    expect({ status, output }).toMatchObject({
      status: 0,
      output: expect.stringContaining('Valid configuration'),
    })
  })
})
