import { expect, it } from 'vitest'
import { deleteAccount } from '../../testing/delete-account'
import { joinInto } from '../../testing/family'
import { ok } from '../../testing/ok'
import { fileOf, REVIEW, startPaymentImports, statesOf } from '../../testing/payment-imports'
import { storedRows } from '../../testing/rows'
import { execute, sql } from '../db/sql'

/** A family deletes its account while staff review a file with its payments. */

const { app, db, build, ana, dana, registration, staff, upload, decide, run, payments } =
  await startPaymentImports()

const FILE = fileOf(
  '2026-11-03,60.00,Ana Silva,,TX-1,,',
  '2026-11-04,25.50,Lena Ortiz,lena@example.com,TX-2,,Tobi in December',
  '2026-11-05,12.00,Grandpa Joe,,TX-3,,',
  '2026-11-06,7.00,Tobias Reed,,TX-4,,',
  '2026-11-07,9.00,Dana Okafor,,TX-5,,Tobi',
)

/** Lines 3 and 5 are Lena's, who deletes her account; staff have chosen a family for lines 4 and 5. */
async function reviewedAndErased() {
  const lena = await build.aParent({ full_name: 'Lena Ortiz', email: 'lena@example.com' })
  await build.aChild(lena, { name: 'Tobi' })
  const { body } = await upload(FILE)
  await ok(decide(body.id, { line: 4, family_id: lena.id }))
  await ok(decide(body.id, { line: 2, submission_id: null }))
  const shown = await ok(decide(body.id, { line: 5, family_id: dana.id }))
  expect(statesOf(shown)).toEqual(['ready', 'ready', 'ready', 'ready', 'ready'])
  expect((await deleteAccount(app, lena)).status).toBe(200)
  return shown as { id: string; version: number }
}

it('names its lines, writes nothing, and imports the others afterwards as they were chosen', async () => {
  const shown = await reviewedAndErased()
  const refused = await run(shown)
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'Nothing was imported, because something changed since the review. Line 3: The family was deleted meanwhile. Line 4: The family was deleted meanwhile.',
  ])
  expect(await payments()).toEqual([])
  const { review } = (await staff.get(REVIEW)).body
  expect(statesOf(review)).toEqual([
    'ready',
    'skipped: The family was deleted meanwhile',
    'skipped: The family was deleted meanwhile',
    'ready',
    'ready',
  ])
  expect(review.rows[1]).toMatchObject({ payer: '', email: '', note: '', amount: 25.5, is_unreadable: true })
  expect(review.rows[0].submission).toBeNull()
  expect((await ok(run(review))).payments).toBe(3)
  expect((await payments()).map(({ parent_id, submission_id }) => [parent_id, submission_id])).toEqual([
    [ana.id, null],
    [dana.id, null],
    [dana.id, null],
  ])
})

it('asks no further once the review was shown without its lines', async () => {
  const { id } = await reviewedAndErased()
  const { body } = await decide(id, { line: 2, skipped: true })
  expect((await ok(run(body))).payments).toBe(2)
})

it('leaves nothing of it in the review, also not in the choices, nor makes it last longer', async () => {
  await reviewedAndErased()
  const [stored] = await storedRows(db, 'import_reviews')
  expect(JSON.stringify(stored)).not.toMatch(/lena|ortiz|joe|TX-2|TX-3/i)
  expect(JSON.stringify(stored)).toContain('Tobias Reed')
  await execute(db, sql`update import_reviews set updated_at = '2026-11-16T13:00:00Z'`)
  const mia = await build.aParent({ full_name: 'Mia Cole' })
  await upload(fileOf('2026-11-03,60.00,Mia Cole,,,,'))
  await execute(db, sql`update import_reviews set updated_at = '2026-11-16T13:00:00Z'`)
  await deleteAccount(app, mia)
  expect((await storedRows(db, 'import_reviews'))[0]?.updated_at).toMatch(/^2026-11-16T13:00/)
})

it('names only lines erased since the version that was shown', async () => {
  const { id } = await reviewedAndErased()
  const { body } = await decide(id, { line: 2, skipped: true })
  await ok(decide(id, { line: 2, skipped: false }))
  expect((await run(body)).body.error.code).toBe('stale-version')
})

it('loses of a member who deletes their account only what names them: the payment stays the family’s', async () => {
  const kemi = await build.aParent({ full_name: 'Kemi Obi', email: 'kemi@example.com' })
  await joinInto(app, ana, kemi)
  await upload(
    fileOf(
      '2026-11-03,60.00,Kemi Obi,kemi@example.com,TX-1,,for Bea',
      '2026-11-04,5.00,Kemi Obi,,TX-2,,',
      '2026-11-05,6.00,Dana Okafor,,TX-3,,',
    ),
  )
  expect((await deleteAccount(app, kemi)).status).toBe(200)
  expect(JSON.stringify(await storedRows(db, 'import_reviews'))).not.toMatch(/kemi|obi\b/i)
  const { review } = (await staff.get(REVIEW)).body
  expect(statesOf(review)).toEqual(['ready', 'ready', 'ready'])
  expect((await ok(run(review))).payments).toBe(3)
  expect((await payments()).map(({ parent_id, submission_id }) => [parent_id, submission_id])).toEqual([
    [ana.id, registration.id],
    [ana.id, null],
    [dana.id, null],
  ])
})
