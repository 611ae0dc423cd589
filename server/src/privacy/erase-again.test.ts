import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type pg from 'pg'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { columnsContaining } from '../../testing/columns-containing'
import { createDatabase, urlFor } from '../../testing/databases'
import { joinInto } from '../../testing/family'
import { ok } from '../../testing/ok'
import { startTestApp } from '../../testing/test-app'
import { startWithUniqueFamilies } from '../../testing/unique-families'
import { createBackup } from '../backup/create-backup'
import { ERASED_LIST, type ErasedLists, readErasedList } from '../backup/erased-list'
import { findLaterErasures } from '../backup/later-erasures'
import { restoreBackup } from '../backup/restore-backup'
import { transactionOn } from '../db/client'
import { countRows, execute, identifier, sql } from '../db/sql'
import { MIGRATIONS } from '../server'
import { describeErasedAgain, type ErasedAgain, eraseAgain } from './erase-again'

const { app, make, admin, aFamilyThatUsedEverything } = await startWithUniqueFamilies()
const { db } = app.services

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'erased-'))
})

let count = 0
const aBackup = async (recipient?: string) => {
  const file = join(folder, `${++count}.backup.gz${recipient ? '.age' : ''}`)
  await createBackup(app.databaseUrl, file, recipient)
  return file
}

const erase = async (id: string, name: string) => {
  const path = `/api/admin/parents/${encodeURIComponent(id)}/erasure`
  return ok((await app.as(admin)).post(path, { name, write_off: true }))
}

/** As `npm run restore` does it. */
async function restore(file: string, identities: string[] = []) {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('postgresUrl'), name)
  const databaseUrl = urlFor(inject('postgresUrl'), name)
  const later = await findLaterErasures(file, folder, identities)
  let erased: ErasedAgain | undefined
  await restoreBackup(databaseUrl, file, MIGRATIONS, identities, async (client: pg.Client) => {
    erased = await eraseAgain(transactionOn(client), later.lists, app.services)
  })
  const restored = await startTestApp({ databaseUrl })
  return { restored, later, lines: erased ? describeErasedAgain(erased) : [] }
}

/** Words that are in the backup, of what was erased after it was made. */
async function erasedSince() {
  const { n, words, parent } = await aFamilyThatUsedEverything()
  const guest = { guest_parent_name: `Gerda ${n} Nilsson`, guest_parent_email: `gerda.${n}@example.org` }
  await make.aDropIn('2026-11-02', { ...guest, guest_child_name: 'Olle', total_fee_cents: 0 })
  return { parent, words: Object.values(words), guest, name: words.parent }
}

describe('what was erased after a backup', () => {
  it('is erased again from the list beside it, and no session, link or calendar address comes back', async () => {
    const { parent, words, guest, name } = await erasedSince()
    const family = await aFamilyThatUsedEverything()
    const member = await make.aParent({ full_name: 'Kemi Leaving' })
    await joinInto(app, family.parent, member)
    const file = await aBackup()
    await erase(parent.id, name)
    await erase(`guest-${guest.guest_parent_email}`, guest.guest_parent_name)
    await erase(member.id, 'Kemi Leaving')
    await aBackup()
    const { restored, lines } = await restore(file)
    expect(lines).toEqual(['Erased again: 1 family, 1 adult of other families and 1 guest'])
    expect(
      await columnsContaining(restored.services.db, [...words, ...Object.values(guest), 'Kemi Leaving']),
    ).toEqual([])
    expect(await columnsContaining(restored.services.db, [family.words.child])).not.toEqual([])
    for (const table of ['sessions', 'tokens', 'guest_links', 'calendar_feeds', 'family_invitations'])
      expect(await countRows(restored.services.db, sql`select count(*) from ${identifier(table)}`)).toBe(0)
    await restored.stop()
  })

  it('is known from a later backup alone, also an encrypted one, which is named if it cannot be read', async () => {
    const identity = await generateX25519Identity()
    const { parent, words, name } = await erasedSince()
    const file = await aBackup()
    await erase(parent.id, name)
    await aBackup(await identityToRecipient(identity))
    writeFileSync(join(folder, ERASED_LIST), JSON.stringify({ about: '', installations: {} }))
    const without = await restore(file)
    expect(without.lines).toEqual([])
    expect(without.later.notes).toEqual([expect.stringMatching(/\.backup\.gz\.age was made.*is encrypted/)])
    await without.restored.stop()
    const { restored, lines, later } = await restore(file, [identity])
    expect([lines, later.notes]).toEqual([['Erased again: 1 family'], []])
    expect(await columnsContaining(restored.services.db, words)).toEqual([])
    await restored.stop()
  })

  it('stays listed, and what a guest sent afterwards with the same email stays', async () => {
    const { guest } = await erasedSince()
    await erase(`guest-${guest.guest_parent_email}`, guest.guest_parent_name)
    await make.aDropIn('2026-11-03', { ...guest, guest_parent_name: 'Gerda Again', guest_child_name: 'Olle' })
    const file = await aBackup()
    const { restored, lines } = await restore(file)
    expect(lines).toEqual([])
    expect(await columnsContaining(restored.services.db, ['Gerda Again'])).toContain(
      'submissions.guest_parent_name',
    )
    await createBackup(restored.databaseUrl, join(folder, 'again.backup.gz'))
    await restored.stop()
  })

  it('is erased again also where other adults had not left its family yet', async () => {
    const { parent, words, name } = await erasedSince()
    const member = await make.aParent({ full_name: 'Kemi Staying' })
    await joinInto(app, parent, member)
    const file = await aBackup()
    await ok((await app.as(member)).delete('/api/family/membership'))
    await erase(parent.id, name)
    await aBackup()
    const { restored, lines } = await restore(file)
    expect(lines).toEqual(['Erased again: 1 family'])
    expect(await columnsContaining(restored.services.db, words)).toEqual([])
    const kemi = await restored.as(member)
    expect((await kemi.get('/api/family')).body.adults).toHaveLength(1)
    expect((await kemi.get('/api/children')).body.rows).toEqual([])
    await restored.stop()
  })

  it('is not taken from the list of another installation', async () => {
    const { parent, words } = await erasedSince()
    const file = await aBackup()
    const foreign = { [randomUUID()]: [{ account: parent.id, submissions: [] }] }
    writeFileSync(join(folder, ERASED_LIST), JSON.stringify({ about: '', installations: foreign }))
    const { restored, lines } = await restore(file)
    expect(lines).toEqual(['What another installation erased is listed there too, and was not used here.'])
    expect(await columnsContaining(restored.services.db, words)).not.toEqual([])
    await restored.stop()
  })

  it('stops a restore beside a damaged list before anything is changed', async () => {
    const file = await aBackup()
    for (const text of ['', '{"installations": {"x": []}}', '[]']) {
      writeFileSync(join(folder, ERASED_LIST), text)
      await expect(findLaterErasures(file, folder, [])).rejects.toThrow(
        /erased\.json of what was erased is damaged/,
      )
    }
  })
})

describe('the list beside the backups', () => {
  it('holds ids only, keeps those of others, and is written by each backup and erasure', async () => {
    const { parent, words, guest, name } = await erasedSince()
    const other = randomUUID()
    const foreign: ErasedLists = { [other]: [{ account: randomUUID(), submissions: [] }] }
    writeFileSync(join(folder, ERASED_LIST), JSON.stringify({ about: '', installations: foreign }))
    await execute(db, sql`delete from erasures`)
    await aBackup()
    expect(await readErasedList(folder)).toEqual(foreign)
    app.services.config.backupDir = folder
    await erase(parent.id, name)
    await erase(`guest-${guest.guest_parent_email}`, guest.guest_parent_name)
    const text = readFileSync(join(folder, ERASED_LIST), 'utf8')
    for (const word of [...words, ...Object.values(guest)]) expect(text).not.toContain(word)
    const { [other]: kept, ...own } = await readErasedList(folder)
    expect(kept).toEqual(foreign[other])
    expect(Object.values(own)).toEqual([
      [
        { account: parent.id, submissions: [expect.any(String)] },
        { account: null, submissions: [expect.any(String)] },
      ],
    ])
  })
})
