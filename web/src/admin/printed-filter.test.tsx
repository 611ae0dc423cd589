import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PrintedFilter, searchLabel } from './printed-filter'

it('prints the active filters of a list, and nothing without any', () => {
  const { rerender, container } = render(
    <PrintedFilter filters={[searchLabel('okafor'), 'Status Billed', false, 'Type Day Drop-In']} />,
  )
  expect(screen.getByText('Filtered by “okafor”, Status Billed, Type Day Drop-In').className).toContain(
    'print:block',
  )
  rerender(<PrintedFilter filters={[searchLabel(''), false]} />)
  expect(container.textContent).toBe('')
})
