import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { ACCESS, type Action, may, type Role, scopeOf } from './access'

const COLUMNS: Record<string, Role> = {
  visitor: 'visitor',
  parent: 'parent',
  'staff without a code': 'staff-pending-two-factor',
  attendance: 'attendance',
  admin: 'admin',
}

const table = rulesTable('access.md', 'Scopes')
const actionsOf = (text: string) => text.replace(/ \(.*\)$/, '').split(', ') as Action[]

test.each(table)('$name', (row) => {
  for (const action of actionsOf(row.text('actions')))
    for (const [column, role] of Object.entries(COLUMNS)) {
      expect(scopeOf(action, [role]), `${action} by ${role}`).toBe(row.text(column))
      expect(may(action, [role])).toBe(row.text(column) !== 'none')
    }
})

test('every action has its row', () => {
  expect(table.flatMap((row) => actionsOf(row.text('actions'))).sort()).toEqual(Object.keys(ACCESS).sort())
})

test('the widest scope of several roles counts, in any order, and at least a visitor’s', () => {
  expect(scopeOf('admin.payments', ['admin', 'parent'])).toBe('any')
  expect(scopeOf('admin.payments', ['parent', 'admin'])).toBe('any')
  expect(scopeOf('profile.read', ['visitor', 'parent'])).toBe('own')
  expect(scopeOf('admin.payments', [])).toBe('none')
  expect(scopeOf('program.read', [])).toBe('any')
  expect(may('admin.payments', ['parent', 'staff-pending-two-factor'])).toBe(false)
})
