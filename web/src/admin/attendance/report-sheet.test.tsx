import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { AttendanceLine, DayReport } from './attendance.api'
import { ReportSheet } from './report-sheet'

afterEach(cleanup)

it('prints a right-to-left name and the allergies beside it in order', () => {
  const row = { id: '1', child: 'نور 2', parent: 'נועה', phone: '555-0100', allergies: 'חלב', notes: '' }
  const line = { ...row, status: 'registered', dismissal: 'regular', fee: 20 } as unknown as AttendanceLine
  const stats = { totalChildren: 1, dropIns: 0, withAllergies: 1, revenue: 20 }
  const report = { date: '2026-11-16', stats, rows: [line] } as unknown as DayReport
  render(<ReportSheet report={report} />)
  const [first] = screen.getAllByRole('listitem')
  expect([...(first?.querySelectorAll('bdi') ?? [])].map((part) => part.textContent)).toEqual([
    'نور 2',
    'חלב',
  ])
  expect(first?.textContent).toBe('نور 2: חלב')
})
