import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { createDatabase, urlFor } from '../../testing/databases'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { migrate } from '../db/migrate'
import { readIdentities } from './backup-encryption'
import { checkBackup, createBackup } from './create-backup'
import { restoreBackup } from './restore-backup'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const TRICKY = 'Zoë\t"O\'Neil" \\N \\.\r\nsecond line — 🦊'

let app: TestApp
let folder: string
let backup: string

beforeAll(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'aftercare-backup-'))
  backup = join(folder, 'one.backup.gz')
  const { aParent, anAdmin, aChild, aMonth, aRegistration, aPayment } = buildersFor(app.services.db)
  const parent = await aParent()
  const pickup_people = [{ name: TRICKY, phone: null }]
  const child = await aChild(parent, { name: TRICKY, pickup_people })
  const submission = await aRegistration(child, await aMonth())
  await aPayment(parent, await anAdmin(), { submission_id: submission.id, amount_cents: 2500 })
  await query(
    app.databaseUrl,
    `insert into attendance_marks (submission_id, day, arrived_at, left_at, picked_up_by, pickup_time, late_minutes, version)
     select id, '2026-12-01', '2026-12-01T20:30:00Z', '2026-12-01T22:42:00Z', 'Grandma', '17:30', 12, 2 from submissions`,
  )
  await query(
    app.databaseUrl,
    `insert into audit_log (actor_role, action, table_name) values ('system', 'x', 'y')`,
  )
  await query(
    app.databaseUrl,
    `insert into outbox (template, to_email, subject, text, message_id)
     values ('test', 'a@example.com', 's', 't', 'm')`,
  )
  await createBackup(app.databaseUrl, backup)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('restores every row, byte for byte, into an empty database', async () => {
    const target = await anEmptyDatabase()
    await restoreBackup(target, backup, MIGRATIONS)
    for (const table of [
      'accounts',
      'profiles',
      'children',
      'months',
      'submissions',
      'attendance_marks',
      'payments',
      'audit_log',
    ]) {
      const everything = `select * from ${table} t order by t::text`
      expect(await query(target, everything)).toEqual(await query(app.databaseUrl, everything))
    }
    expect(await query(target, 'select name from children')).toEqual([{ name: TRICKY }])
  })

  it('does not count payments twice, and continues identity sequences', async () => {
    const target = await anEmptyDatabase()
    await restoreBackup(target, backup, MIGRATIONS)
    expect(await query(target, 'select paid_amount from submissions')).toEqual([{ paid_amount: '25.00' }])
    const [last] = await query(target, 'select max(id)::int as id from audit_log')
    const [next] = await query(
      target,
      `insert into audit_log (actor_role, action, table_name) values ('system', 'x', 'y') returning id::int as id`,
    )
    expect(next).toEqual({ id: Number(last?.id) + 1 })
    await expect(query(target, 'update payments set amount = 1')).rejects.toThrow('append-only')
  })

  it('marks queued emails as failed, so that none is sent twice', async () => {
    const target = await anEmptyDatabase()
    const { unsentMails } = await restoreBackup(target, backup, MIGRATIONS)
    expect(unsentMails).toBe(1)
    expect(await query(target, 'select state from outbox')).toEqual([{ state: 'failed' }])
  })

  it('can be restored into a database that was started once but never used', async () => {
    const target = await anEmptyDatabase()
    await migrate(target, MIGRATIONS)
    await query(target, `insert into site_content (section_name, title) values ('about_aftercare', 'About')`)
    await restoreBackup(target, backup, MIGRATIONS)
    expect(await query(target, 'select count(*)::int as n from children')).toEqual([{ n: 1 }])
  })

  it('is a consistent snapshot, whatever is written meanwhile', async () => {
    // Each writer adds a pair in one transaction; without a snapshot, the backup would contain half pairs.
    let isWriting = true
    const writers = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isWriting) {
          const id = randomUUID()
          await app.services.pool.query(
            `begin; insert into idempotency_keys values ('pair', '${id}', '', 200, '{}');
             insert into settings values ('pair-${id}', '{}'); commit`,
          )
          await setTimeout(2)
        }
      }),
    )
    let pairs = 0
    for (let n = 0; n < 4; n++) {
      const target = await anEmptyDatabase()
      const file = join(folder, `busy-${n}.backup.gz`)
      await createBackup(app.databaseUrl, file)
      await restoreBackup(target, file, MIGRATIONS)
      const [counts] = await query(
        target,
        "select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from settings where key like 'pair-%') as settings",
      )
      expect(counts?.keys).toBe(counts?.settings)
      pairs = Number(counts?.keys)
    }
    expect(pairs).toBeGreaterThan(0)
    isWriting = false
    await writers
  })

  it('is only accepted with as many rows of each table as the database counted', async () => {
    const { tables } = await createBackup(app.databaseUrl, join(folder, 'counted.backup.gz'))
    const file = join(folder, 'counted.backup.gz')
    const counts = new Map(tables.map(({ table, rows }) => [table, rows]))
    await checkBackup(file, [], counts)
    await expect(checkBackup(file, [], new Map(counts).set('children', 2))).rejects.toThrow(
      'of the table children',
    )
    await expect(checkBackup(file, [], new Map(counts).set('forgotten', 0))).rejects.toThrow('every row')
    writeFileSync(file, readFileSync(file).subarray(0, -9))
    await expect(checkBackup(file, [], counts)).rejects.toThrow('damaged or incomplete')
  })

  it('never replaces an older file', async () => {
    const before = readFileSync(backup)
    await expect(createBackup(app.databaseUrl, backup)).rejects.toThrow('already exists')
    expect(readFileSync(backup).equals(before)).toBe(true)
  })

  it('leaves no partial file if the folder cannot be used', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const file = join(folder, 'a-file', 'x.backup.gz')
    await expect(createBackup(app.databaseUrl, file)).rejects.toThrow('could not be written')
    expect(existsSync(file)).toBe(false)
  })
})

describe('an encrypted backup', () => {
  const encrypted = async (recipient: string) => {
    const file = join(folder, `${randomUUID()}.backup.gz.age`)
    await createBackup(app.databaseUrl, file, recipient)
    return file
  }
  const identityFile = (text: string) => {
    const file = join(folder, `${randomUUID()}.txt`)
    writeFileSync(file, text)
    return file
  }

  it.each([
    ['an X25519 key', generateX25519Identity],
    ['a hybrid key', generateHybridIdentity],
  ])('restores with its identity: %s', async (_, generate) => {
    const identity = await generate()
    const file = await encrypted(await identityToRecipient(identity))
    expect(gunzipSync(readFileSync(backup)).toString()).toContain('parent')
    expect(readFileSync(file).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    const target = await anEmptyDatabase()
    const other = await generate()
    const identities = await readIdentities(identityFile(`# created: today\n${other}\n\n  ${identity}\r\n`))
    await restoreBackup(target, file, MIGRATIONS, identities)
    expect(await query(target, 'select name from children')).toEqual([{ name: TRICKY }])
  })

  it('is rejected without the identity, with another one, and damaged; nothing changes', async () => {
    const identity = await generateX25519Identity()
    const file = await encrypted(await identityToRecipient(identity))
    const target = await anEmptyDatabase()
    const restore = (path: string, ...identities: string[]) =>
      restoreBackup(target, path, MIGRATIONS, identities)
    await expect(restore(file)).rejects.toThrow('is encrypted. Name the file of the identity')
    await expect(restore(file, await generateX25519Identity())).rejects.toThrow(
      'was encrypted for another identity',
    )
    const bytes = readFileSync(file)
    for (const damage of [200, bytes.length / 2, bytes.length - 20]) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(Math.floor(damage)) ^ 1, Math.floor(damage))
      for (const content of [flipped, bytes.subarray(0, damage)]) {
        const path = join(folder, `${randomUUID()}.age`)
        writeFileSync(path, content)
        const error = await restore(path, identity).catch((reason) => reason)
        expect(error).toMatchObject({ name: 'OperatorError' })
      }
    }
    expect(
      await query(target, `select table_name from information_schema.tables where table_schema = 'public'`),
    ).toEqual([])
  })

  it('is called good only after it was decrypted again', async () => {
    const recipient = await identityToRecipient(await generateX25519Identity())
    const file = join(folder, `${randomUUID()}.backup.gz.age`)
    const { tables, identities } = await createBackup(app.databaseUrl, file, recipient)
    const counts = new Map(tables.map(({ table, rows }) => [table, rows]))
    await checkBackup(file, identities, counts)
    await expect(checkBackup(file, identities, new Map(counts).set('children', 2))).rejects.toThrow(
      'of the table children',
    )
  })

  it.each([
    ['nothing', ''],
    ['comments only', '# public key: age1abc\n'],
    ['a public key', 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj\n'],
    ['a cut identity', 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZ\n'],
  ])('needs an identity file; one with %s is none', async (_, text) => {
    await expect(readIdentities(identityFile(text))).rejects.toThrow('holds no age identity')
  })

  it('needs an identity file that exists', async () => {
    await expect(readIdentities(join(folder, 'nothing'))).rejects.toThrow('cannot be read')
  })
})

describe('a restore rejects', () => {
  const changed = (change: (text: string) => string) => {
    const file = join(folder, `${randomUUID()}.gz`)
    writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(backup)).toString())))
    return file
  }
  const truncated = (bytes: number) => {
    const file = join(folder, `${randomUUID()}.gz`)
    writeFileSync(file, readFileSync(backup).subarray(0, bytes))
    return file
  }
  const plain = (text: string) => {
    const file = join(folder, `${randomUUID()}.txt`)
    writeFileSync(file, text)
    return file
  }
  const cases: [string, () => string, string][] = [
    ['a missing file', () => join(folder, 'nothing'), 'There is no file'],
    ['a file of another kind', () => plain('Dear diary'), 'is not an Aftercare backup'],
    ['a gzip file of another kind', () => changed(() => 'Dear diary\n'), 'is not an Aftercare backup'],
    ['a truncated file', () => truncated(700), 'damaged or incomplete'],
    ['a changed value', () => changed((text) => text.replace('60.00', '10.00')), 'do not match'],
    [
      'a changed footer',
      () => changed((text) => text.replace(/"sha256":"[^"]*"\}$/m, '"sha256":""}')),
      'damaged',
    ],
    ['a missing footer', () => changed((text) => text.replace(/\{"tables":.*\n/, '')), 'its end is missing'],
    [
      'a newer schema',
      () => withNewChecksum((text) => text.replace(/"schema_version":\d+/, '"schema_version":9999')),
      'newer than this program',
    ],
    [
      'an earlier schema, by the numbers of then',
      () =>
        withNewChecksum((text) =>
          text.replace(/"format_version":\d+,"schema_version":\d+/, '"format_version":1,"schema_version":56'),
        ),
      'Restore it with the version of commit',
    ],
  ]
  /** Otherwise consistent: only the schema version differs. */
  const withNewChecksum = (change: (text: string) => string) =>
    changed((text) => {
      const lines = change(text).trimEnd().split('\n')
      const footer = JSON.parse(lines.pop() ?? '')
      const body = `${lines.join('\n')}\n`
      footer.sha256 = sha256(body)
      return `${body}${JSON.stringify(footer)}\n`
    })

  it.each(cases)('%s, and changes nothing', async (_, file, message) => {
    const target = await anEmptyDatabase()
    await expect(restoreBackup(target, file(), MIGRATIONS)).rejects.toThrow(message)
    expect(
      await query(target, `select table_name from information_schema.tables where table_schema = 'public'`),
    ).toEqual([])
  })

  it('a database that is not empty, and leaves it unchanged', async () => {
    const target = await anEmptyDatabase()
    await restoreBackup(target, backup, MIGRATIONS)
    await query(target, `update children set name = 'Changed since'`)
    await expect(restoreBackup(target, backup, MIGRATIONS)).rejects.toThrow('is not empty')
    expect(await query(target, 'select name from children')).toEqual([{ name: 'Changed since' }])
  })

  it('the database of another program', async () => {
    const target = await anEmptyDatabase()
    await query(target, 'create table recipes (id integer)')
    await expect(restoreBackup(target, backup, MIGRATIONS)).rejects.toThrow('is not empty')
  })

  it('a database on which the server is running', async () => {
    await expect(restoreBackup(app.databaseUrl, backup, MIGRATIONS)).rejects.toThrow(
      'Stop it before you restore',
    )
  })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function anEmptyDatabase(): Promise<string> {
  const name = `restore_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), name)
  return urlFor(inject('postgresUrl'), name)
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
