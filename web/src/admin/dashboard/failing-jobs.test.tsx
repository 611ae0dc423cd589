import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FailingJobs } from './failing-jobs'

it('describes each failing job, when it failed and when it will be retried', () => {
  render(
    <FailingJobs
      overdueBackup={null}
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
  const { container } = render(<FailingJobs jobs={[]} overdueBackup={null} />)
  expect(container.textContent).toBe('')
})

const failedBackup = {
  job: 'backup' as const,
  failed_at: '2026-11-16T07:30:00Z',
  retry_at: '2026-11-16T07:45:00Z',
}

it('says that the last backup failed, and only that there was none for 3 days where both are so', () => {
  const { rerender } = render(<FailingJobs jobs={[failedBackup]} overdueBackup={null} />)
  expect(screen.getByText('The last backup failed').parentElement?.textContent).toContain(
    'Last attempt Nov 16, 2026, 2:30 AM. Next attempt Nov 16, 2026, 2:45 AM.',
  )
  rerender(<FailingJobs jobs={[failedBackup]} overdueBackup={{ last_at: '2026-11-12T07:31:00Z' }} />)
  expect(screen.getByText('No backup for 3 days').parentElement?.textContent).toContain(
    'The last one was made Nov 12, 2026, 2:31 AM.',
  )
  expect(screen.queryByText('The last backup failed')).toBeNull()
  rerender(<FailingJobs jobs={[]} overdueBackup={{ last_at: null }} />)
  expect(screen.getByText('No backup for 3 days').parentElement?.textContent).toContain('None was ever made.')
})
