import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { freePort } from '../../../testkit/free-port.mjs'

/**
 * record.mjs CHECKOUT DATABASE_URL: lets an old version of Aftercare fill an empty database with its demo and with what
 * families and staff do, and writes its dump, its backup and its responses into this folder. See README.md.
 */
const [checkout = '', databaseUrl = ''] = process.argv.slice(2)
const folder = fileURLToPath(new URL('.', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'aftercare-record-'))
const target = (name) => join(folder, `schema-0001.${name}.gz`)
const PASSWORD = 'aftercare-demo'
const DAYS_OF_REPORTS = ['2026-09-14', '2026-10-30', '2026-11-13', '2026-11-16', '2026-11-25', '2026-12-22']

let base = ''
const settings = {
  PATH: process.env.PATH,
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  NOW: '2026-11-16T09:00:00-05:00',
  LOG_LEVEL: 'warn',
  TSX_TSCONFIG_PATH: join(checkout, 'server', 'tsconfig.json'),
}

await runOld('record-seed.ts', [], {
  source: `import { pino } from 'pino'
import { createClock } from './clock'
import { readConfig } from './config'
import { migrate } from './db/migrate'
import { seedDemo } from './demo/seed-demo'
import { MIGRATIONS } from './server'
import { createServices } from './services'
import { seedSiteContent } from './site-content/seed-site-content'

const config = readConfig(process.env)
await migrate(process.env.DATABASE_URL, MIGRATIONS)
const clock = createClock(config.timeZone, config.now)
const { services, close } = createServices({ config, clock, log: pino(), databaseUrl: process.env.DATABASE_URL })
await seedSiteContent(services)
await seedDemo(services)
await close()
`,
})
const made = await withServer({}, act)
const responses = await withServer({ SMTP_URL: 'smtp://127.0.0.1:9' }, async () => {
  await queueMail()
  return read()
})
const figures = { ...made, responses }
writeFileSync(target('figures.json'), gzipSync(`${JSON.stringify(figures, null, 1)}\n`, { level: 9 }))
rmSync(target('backup'), { force: true })
await runOld('cli/backup.ts', [target('backup')])
const dump = execFileSync('pg_dump', ['--inserts', '--rows-per-insert=200', '--no-owner', databaseUrl], {
  maxBuffer: 2 ** 28,
}).toString()
// Commands of psql, not of the database.
writeFileSync(target('sql'), gzipSync(dump.replace(/^\\(un)?restrict .*$/gm, ''), { level: 9 }))
rmSync(dataDir, { recursive: true, force: true })
process.stdout.write(`${responses.length} responses recorded\n`)

/** What families, guests and staff do besides the demo's rows. */
async function act() {
  const staff = await signIn('admin@example.com')
  const dana = await signIn('dana.okafor@example.com')
  const robin = await signIn('new.parent@example.com')
  const { rows: months } = await staff.get('/api/admin/months')
  const [november, december, january] = ['November', 'December', 'January'].map((name) =>
    months.find(({ month_name }) => month_name === name),
  )

  const { rows: okafors } = await dana.get('/api/children')
  const request = {
    month_id: december.id,
    child_ids: okafors.map(({ id }) => id),
    selected_days: [1, 2, 3, 8, 11],
    agreed: true,
  }
  const { rows: registered } = await dana.post('/api/submissions', request, 'dana-december')
  await dana.patch(`/api/submissions/${registered[0].id}`, {
    selected_days: [1, 3, 8, 10, 11],
    agreed: true,
    version: registered[0].version,
  })
  await dana.post('/api/drop-ins', { child_id: okafors[1].id, dropin_date: '2026-11-17', agreed: true })

  const zoe = { name: 'Zoë "Zo" O\'Neil <b>', allergies: 'Sesame\nand kiwi', notes: 'Tab\there' }
  const first = await robin.post('/api/children', zoe)
  const second = await robin.post('/api/children', { name: 'Leaving Castellano' })
  for (const { id } of [first, second]) {
    await robin.post('/api/submissions', {
      month_id: january.id,
      child_ids: [id],
      selected_days: [4, 5, 29],
      agreed: true,
    })
  }
  await robin.delete(`/api/children/${second.id}`)
  await robin.patch('/api/profile', {
    full_name: 'Robin Castellano-Reyes',
    phone: '(555) 010-0000',
    version: 1,
  })

  const visitor = client('')
  const guest = { guest_parent_name: 'Dana Okafor', guest_child_name: 'Amara Okafor', agreed: true }
  await visitor.post('/api/submissions', {
    ...guest,
    guest_parent_email: 'Dana.Okafor@Example.com',
    guest_child_allergies: 'Peanuts',
    month_id: december.id,
    selected_days: [1, 2],
  })
  await visitor.post('/api/drop-ins', {
    ...guest,
    guest_parent_email: 'guest.only@example.com',
    dropin_date: '2026-11-16',
    additional_notes: 'Leaves at 4 — 🦊',
  })

  const listed = await staff.get('/api/admin/submissions?size=100')
  const [one, two] = listed.rows.filter(
    ({ child_name }) => child_name === zoe.name || child_name === 'Noah Okafor',
  )
  const payments = []
  for (const [amount, submission] of [
    ['10.01', one],
    ['0.99', one],
    ['500', two],
    ['33.33', null],
  ]) {
    payments.push(
      await staff.post('/api/admin/payments', {
        parent_id: submission?.parent_id ?? one.parent_id,
        submission_id: submission?.id ?? null,
        amount,
        payment_date: '2026-11-15',
        payment_method: 'check',
        notes: 'No. 1001',
      }),
    )
  }
  await staff.post(`/api/admin/payments/${payments[1].id}/reverse`, { reason: 'Bounced' })
  await staff.post('/api/admin/submissions/mark-billed', { ids: [registered[0].id, registered[1].id] })
  const billed = await dana.get(`/api/submissions/${registered[1].id}`)
  await dana.patch(`/api/submissions/${billed.id}`, {
    selected_days: [1, 2, 3, 8],
    agreed: true,
    version: billed.version,
  })
  await staff.patch(`/api/admin/months/${november.id}`, {
    day_types: { ...november.day_types, 20: 'noon' },
    closed_days: [...november.closed_days, 23],
    version: november.version,
  })
  await staff.put('/api/admin/pricing', { regular_price: '22.50', special_price: '35' })
  await staff.put('/api/admin/site-content/agreements/registration_agreement', {
    items: ['Pick-up ends at 5:30.', 'Late pick-up costs <b>$1</b> a minute.'],
  })
  await staff.post('/api/admin/drop-ins', {
    dropin_date: '2026-10-30',
    guest_child_name: 'Past Dropin',
    guest_parent_name: 'Guest Only',
    guest_parent_email: 'guest.only@example.com',
    guest_parent_phone: '555',
    dismissal_type: 'noon',
  })
  await staff.post('/api/admin/admins', { full_name: 'Invited Admin', email: 'invited@example.com' })

  await visitor.post('/api/auth/sign-up', {
    full_name: 'Uma Verified',
    email: 'unverified@example.com',
    password: PASSWORD,
  })
  await visitor.post('/api/auth/forgot-password', { email: 'dana.okafor@example.com' })
  return {
    cookies: { dana: dana.cookie, staff: staff.cookie },
    repeated: { key: 'dana-december', request, rows: registered },
    links: await linksInMails(),
  }
}

/** The mail server cannot be reached: what this registration sends stays queued. */
async function queueMail() {
  const robin = await signIn('new.parent@example.com')
  const { rows: children } = await robin.get('/api/children')
  await robin.post('/api/drop-ins', { child_id: children[0].id, dropin_date: '2026-11-16', agreed: true })
  await sleep(2_000)
}

/** Everything that is shown, as the old version showed it. */
async function read() {
  const recorded = []
  const record = async (as, user, path) => {
    const body = await user.get(path)
    recorded.push({ as, path, body })
    return body
  }
  const recordAll = async (as, user, path) => {
    for (let page = 1; ; page += 1) {
      const { rows } = await record(as, user, `${path}?page=${page}&size=100`)
      if (rows.length < 100) return
    }
  }
  const staff = await signIn('admin@example.com')
  const ofStaff = (path) => record('admin@example.com', staff, path)
  await ofStaff('/api/admin/dashboard')
  const months = await ofStaff('/api/admin/months')
  for (const { id } of months.rows) {
    await ofStaff(`/api/admin/months/${id}/registrations`)
  }
  for (const list of ['submissions', 'drop-ins', 'parents'])
    await recordAll('admin@example.com', staff, `/api/admin/${list}`)
  await ofStaff('/api/admin/submissions/export')
  for (const day of DAYS_OF_REPORTS) {
    await ofStaff(`/api/admin/attendance?date=${day}`)
    await ofStaff(`/api/admin/attendance/export?date=${day}`)
  }
  const people = recorded
    .filter(({ path }) => path.startsWith('/api/admin/parents?'))
    .flatMap(({ body }) => body.rows)
  for (const { id } of people) {
    const path = `/api/admin/parents/${encodeURIComponent(id)}`
    for (const part of ['', '/submissions?size=100', '/payments?size=100']) await ofStaff(path + part)
  }
  for (const path of ['admins', 'pricing', 'profile']) await ofStaff(`/api/admin/${path}`)
  for (const section of ['about_aftercare', 'registration_agreement', 'dropin_agreement', 'email_templates'])
    await ofStaff(`/api/admin/site-content/${section}`)
  for (const email of ['dana.okafor@example.com', 'new.parent@example.com']) {
    const parent = await signIn(email)
    for (const path of ['profile', 'children', 'submissions?size=100', 'submissions/registered', 'months'])
      await record(email, parent, `/api/${path}`)
  }
  await record(null, client(''), '/api/months')
  await record(null, client(''), '/api/drop-ins/availability')
  // Last: mails are tried again.
  await recordAll('admin@example.com', staff, '/api/admin/mail')
  return recorded
}

function client(cookie) {
  const send = async (method, path, body, key) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(key && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  return {
    cookie,
    get: (path) => send('GET', path),
    post: (path, body, key) => send('POST', path, body, key),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
  }
}

async function signIn(email) {
  const response = await fetch(`${base}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`${email}: ${await response.text()}`)
  return client(response.headers.get('set-cookie').split(';')[0])
}

/** Without a mail server mails are files. The tokens of the last link that each of them got. */
async function linksInMails() {
  await sleep(2_000)
  const mails = readdirSync(join(dataDir, 'outbox'))
    .map((name) =>
      readFileSync(join(dataDir, 'outbox', name), 'utf8')
        .replaceAll('=\r\n', '')
        .replaceAll('=3D', '='),
    )
    .filter((mail) => mail.includes('access_token='))
  const tokensTo = (email) => {
    const mail = mails.find((text) => new RegExp(`^To:.*${email}`, 'mi').test(text)) ?? ''
    const token = (name) => mail.match(new RegExp(`${name}=([\\w-]+)`))?.[1]
    return { access_token: token('access_token'), refresh_token: token('refresh_token') }
  }
  return {
    verification: tokensTo('unverified@example.com'),
    recovery: tokensTo('dana.okafor@example.com'),
    invitation: tokensTo('invited@example.com'),
  }
}

async function withServer(more, body) {
  const port = await freePort()
  base = `http://localhost:${port}`
  const env = { ...settings, PORT: String(port), PUBLIC_URL: base, ...more }
  const entry = join(checkout, 'server', 'src', 'main.ts')
  const server = spawn(process.execPath, ['--import', 'tsx', entry], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    await Promise.race([
      once(server, 'message'),
      once(server, 'exit').then(() => Promise.reject(new Error('The server ended'))),
    ])
    return await body()
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

async function runOld(name, args, { source } = {}) {
  const file = join(checkout, 'server', 'src', name)
  if (source) writeFileSync(file, source)
  execFileSync(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: checkout,
    env: settings,
    stdio: 'inherit',
  })
}
