import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../testing/staff'
import ParentUsersPage from './parents/parent-users-page'

let counts = { total: 0, similar: 0 }
const PERSON = {
  id: 'dana',
  is_guest: false,
  full_name: 'Dana Okafor',
  email: 'dana@example.com',
  phone: null,
  children: [],
  submissions: 0,
  outstanding: 0,
  status: 'active',
  family_of: null,
  language: null,
}

withStaff((url) =>
  url.pathname === '/api/admin/parents'
    ? Response.json({ rows: [PERSON], ...counts, page: 1, size: 25 })
    : undefined,
)

it.each([
  [{ total: 1, similar: 1 }, 'No exact match. These are similar.'],
  [{ total: 3, similar: 1 }, '1 similar result at the end.'],
  [{ total: 3, similar: 2 }, '2 similar results at the end.'],
])('says why a search shows similar names: %j', async (given, message) => {
  counts = given
  renderAdminPage('/admin/parent-users?search=okafr', <ParentUsersPage />)
  expect(await screen.findByText(message)).toBeTruthy()
})

it('says nothing about exact matches', async () => {
  counts = { total: 3, similar: 0 }
  renderAdminPage('/admin/parent-users?search=okafor', <ParentUsersPage />)
  await screen.findAllByText('Dana Okafor')
  expect(screen.queryByText(/similar/)).toBeNull()
})
