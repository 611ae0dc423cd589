import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { AttendanceLine, DayReport } from './attendance.api'
import { ReportSheet } from './report-sheet'

afterEach(cleanup)

const renderSheet = (row: object) => {
  const line = { id: '1', status: 'registered', dismissal: 'regular', fee: 20, ...row }
  const stats = { totalChildren: 1, dropIns: 0, withAllergies: 1, revenue: 20 }
  const readAt = '2026-11-16T20:31:00.000Z'
  const report = { date: '2026-11-16', readAt, stats, rows: [line as unknown as AttendanceLine] }
  render(<ReportSheet report={report as unknown as DayReport} />)
}

it('prints a right-to-left name and the allergies beside it in order', () => {
  renderSheet({ child: 'نور 2', parent: 'נועה', phone: '555-0100', allergies: 'חלב', notes: '' })
  const [first] = screen.getAllByRole('listitem')
  expect([...(first?.querySelectorAll('bdi') ?? [])].map((part) => part.textContent)).toEqual([
    'نور 2',
    'חלב',
  ])
  expect(first?.textContent).toBe('نور 2: חלב')
})

it('prints the time of its data, not of the print', () => {
  renderSheet({ child: 'Ada Lee', parent: 'Ana Lee', phone: '', allergies: 'None', notes: '' })
  expect(screen.getByText(/As of Nov 16, 2026, 3:31 PM$/)).toBeTruthy()
})

it('begins the notes with what staff must know about the child, in bold', () => {
  const row = { child: 'Ada Lee', parent: 'Ana Lee', phone: '', allergies: 'None' }
  renderSheet({ ...row, notes: 'Not booked; Naps', remark: 'not_booked' })
  expect(screen.getByText('Not booked', { selector: 'b' }).parentElement?.textContent).toBe(
    'Not booked; Naps',
  )
  expect(document.querySelector('[data-not-coming]')).toBeNull()
})

it('prints in words that a guest may be a child on file', () => {
  const amara = {
    id: 'a',
    name: 'Amara',
    grade: null,
    allergies: null,
    must_not_pick_up: [],
    parent_name: 'Dana',
    may_link: true,
  }
  const knownFamily = { same_children: [amara], is_suspended: true }
  renderSheet({ child: 'amara', allergies: 'None', notes: 'Naps', knownFamily })
  expect(screen.getByText('Naps; Same child as Amara?; Suspended account')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('prints markup in every field as text', () => {
  const fields = ['child', 'parent', 'phone', 'allergies', 'notes']
  const markup = (field: string) => `<img src=x onerror="hacked=1"><script>hacked=1</script>${field}`
  renderSheet(Object.fromEntries(fields.map((field) => [field, markup(field)])))
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.slice(0, fields.length)).toEqual(fields.map(markup))
  expect(document.querySelector('img, script, [onerror]')).toBeNull()
})
