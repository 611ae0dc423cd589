import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FailingJobs } from './failing-jobs'

it('describes each failing job, when it failed and when it will be retried', () => {
  render(
    <FailingJobs
      jobs={[
        {
          job: 'daily-attendance-report',
          failed_at: '2026-11-16T17:03:00Z',
          retry_at: '2026-11-16T17:18:00Z',
        },
        { job: 'retention', failed_at: '2026-11-16T08:30:00Z', retry_at: null },
      ]}
    />,
  )
  const noon = screen.getByText("The noon attendance email couldn't be created.").parentElement?.textContent
  expect(noon).toContain('Last attempt Nov 16, 2026, 12:03 PM. Next attempt Nov 16, 2026, 12:18 PM.')
  const night = screen.getByText('The nightly cleanup of old records failed.').parentElement
  expect(night?.textContent).toContain(
    'Last attempt Nov 16, 2026, 3:30 AM. It will run again at its next scheduled time.',
  )
})

it('renders nothing without a failing job', () => {
  const { container } = render(<FailingJobs jobs={[]} />)
  expect(container.textContent).toBe('')
})
