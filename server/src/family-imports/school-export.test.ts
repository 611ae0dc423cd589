import { describe, expect, it } from 'vitest'
import { startFamilyImports, statesOf } from '../../testing/family-imports'
import { storedRows } from '../../testing/rows'
import { sql } from '../db/sql'

const { app, db, make, staff, reviewed, importIt, childNames } = await startFamilyImports()

const HEADINGS = [
  'Guardian 1 First Name',
  'Guardian 1 Last Name',
  'Guardian 1 Email',
  'Child First',
  'Child Last',
  'Medical Alerts',
  'Custody Notes',
  'Authorized Pickup 1',
  'Authorized Pickup 1 Phone',
  'Email',
  'Email',
]
/** As Excel saves it in Europe: a byte order mark, semicolons, line breaks in cells. */
const exportOf = (...lines: string[]) => `\ufeff${[HEADINGS.join(';'), ...lines].join('\r\n')}\r\n`
const AMARA =
  'Dana;Okafor;dana@example.com;Amara;Okafor;"Peanuts\nMilk";"Court\norder";Ann Silva;555-010-0142;;old@example.com'

const patch = (id: string, decision: object) =>
  staff.patch('/api/admin/family-imports/review', { id, ...decision })
const allUnused = ({ unassigned }: { unassigned: { column: number }[] }) =>
  unassigned.map(({ column }) => ({ column, unused: true }))

describe("a school's export", () => {
  it('is not imported before each column is assigned or not used, and is remembered', async () => {
    const csv = exportOf(AMARA, 'Dana;Okafor;dana@example.com;Kofi;Okafor;None;;;;;')
    const review = await reviewed(csv)
    expect(review.unassigned).toEqual([
      { column: 6, heading: 'Custody Notes', first_values: ['Court order'], unused: false },
      { column: 9, heading: 'Email', first_values: [], unused: false },
      { column: 10, heading: 'Email', first_values: ['old@example.com'], unused: false },
    ])
    const refused = await importIt(review)
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      {
        code: 'import-columns-open',
        message: 'Nothing was imported. Assign each column, or tick "Not used": Custody Notes, Email, Email',
      },
    ])
    expect(await childNames()).toEqual([])
    const assigned = await patch(review.id, { columns: { notes: 6 }, unused: allUnused(review) })
    // A column that is somebody's is used, whatever was ticked in another window.
    expect(assigned.body.unassigned.map((each: { column: number }) => each.column)).toEqual([9, 10])
    const unticked = await patch(review.id, { unused: [{ column: 10, unused: false }] })
    expect(unticked.body.unassigned[1].unused).toBe(false)
    expect((await importIt(unticked.body)).body.error.code).toBe('import-columns-open')
    const decided = await patch(review.id, { unused: [{ column: 10, unused: true }] })
    expect((await importIt(decided.body)).body).toMatchObject({ families: 1, children: 2 })
    expect(await storedRows(db, 'children', sql`order by name`)).toMatchObject([
      {
        name: 'Amara Okafor',
        allergies: 'Peanuts\nMilk',
        notes: 'Court\norder',
        pickup_people: [{ name: 'Ann Silva', phone: '555-010-0142' }],
      },
      { name: 'Kofi Okafor', allergies: 'None', pickup_people: [] },
    ])
    expect(await storedRows(db, 'profiles', sql`where email = 'dana@example.com'`)).toMatchObject([
      { full_name: 'Dana Okafor' },
    ])
    const again = await reviewed(exportOf(AMARA))
    expect(again.unassigned.map(({ unused }: { unused: boolean }) => unused)).toEqual([true, true])
    expect(again.columns).toMatchObject({ notes: 6 })
  })

  it('gives its left-out lines as they are, each with its reason, formulas made harmless', async () => {
    await reviewed(
      exportOf(
        AMARA,
        '=cmd|x;Lee;;Ida;Lee;Nuts;"No ""dad""";;;;',
        'Rosa;Medina;rosa@example.com;Bo;Medina;;;;;;',
        `Ana;Silva;ana@example.com;${'x'.repeat(200)};Silva;;;;;;`,
      ),
    )
    const response = await staff.raw('/api/admin/family-imports/review/left-out')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="families-left-out-2026-11-16.csv"',
    )
    expect((await response.text()).split('\r\n')).toEqual([
      `Line,Reason,${HEADINGS.join(',')}`,
      `5,The email address is missing,"'=cmd|x",Lee,,Ida,Lee,Nuts,"No ""dad""",,,,`,
      "6,This is an admin's address,Rosa,Medina,rosa@example.com,Bo,Medina,,,,,,",
      `7,Child: must be at most 120 characters,Ana,Silva,ana@example.com,${'x'.repeat(200)},Silva,,,,,,`,
      '',
    ])
  })

  it('has left-out lines only under review, for staff who may import', async () => {
    const read = (client = staff) => client.raw('/api/admin/family-imports/review/left-out')
    expect((await read()).status).toBe(404)
    await reviewed(exportOf(AMARA))
    expect((await read(await app.as(await make.aParent()))).status).toBe(403)
    expect((await read(await app.as(await make.anAdmin()))).status).toBe(404)
  })

  it('has 2,000 lines, twins and children named twice', async () => {
    const lines = Array.from(
      { length: 1_000 },
      (_, n) =>
        `Dana;No ${n};d${n}@example.com;Amara;No ${n};;;;;;\r\nDana;No ${n};D${n}@Example.com;Kofi;No ${n};;;;;;`,
    )
    const review = await reviewed(exportOf(...lines, 'Dana;No 0;d0@example.com;amara;No 0;;;;;;'))
    expect(statesOf({ rows: review.rows.slice(0, 2) })).toEqual(['new-family', 'new-family'])
    expect(review.totals).toMatchObject({ new_families: 1_000, lines: { 'new-family': 2_000, known: 1 } })
    const { body } = await patch(review.id, { unused: allUnused(review) })
    expect((await importIt(body)).body).toMatchObject({ families: 1_000, children: 2_000 })
  })
})
