import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PrintedFilter, searchWords } from './printed-filter'

it('tells what a printed list was filtered by, and nothing where it was not', () => {
  const { rerender, container } = render(
    <PrintedFilter words={[searchWords('okafor'), 'Status Billed', false, 'Type Day Drop-In']} />,
  )
  expect(screen.getByText('Filtered by “okafor”, Status Billed, Type Day Drop-In').className).toContain(
    'print:block',
  )
  rerender(<PrintedFilter words={[searchWords(''), false]} />)
  expect(container.textContent).toBe('')
})
