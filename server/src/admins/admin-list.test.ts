import { expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { formatAdminList } from './admin-list'

const app = await testApp()

it('lists each admin with how they sign in, and says if there is none', async () => {
  const { db } = app.services
  const { anAdmin, aParent } = buildersFor(db)
  await aParent()
  expect(await formatAdminList(db)).toBe('There are no admins yet. Create one: npm run admin -- create EMAIL')
  const rosa = await anAdmin({ full_name: 'Rosa Medina', created_at: '2026-09-01T08:00:00Z' })
  const omar = await anAdmin({ full_name: 'Omar Haddad', created_at: '2026-10-01T08:00:00Z' })
  await execute(db, sql`update accounts set password_hash = 'x' where id = ${rosa.id}`)
  const [ofOmar, ofRosa] = [
    `${omar.email}  Omar Haddad, Admin, no password yet`,
    `${rosa.email}  Rosa Medina, Admin, password only`,
  ]
  expect(await formatAdminList(db)).toBe(`${ofOmar}\n${ofRosa}`)
  expect(await formatAdminList(db, 1)).toBe(`${ofOmar}\nand 1 more`)
})
