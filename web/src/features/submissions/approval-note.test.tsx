import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { ApprovalNote } from './approval-note'

const WAITING = {
  status: 'waiting',
  dropin_date: '2999-11-17',
  approval: { fee: 25, message: null },
} as const

it.each([
  [false, /The office approves or declines this request and emails you\. It costs \$25\.00/],
  [
    true,
    /Aftercare is cancelled on this day, so this request cannot be approved\. There is no fee\. The office will email you\./,
  ],
])('says what a request that waits comes to (day cancelled: %s)', (isDayCancelled, text) => {
  render(
    <QueryClientProvider client={queryClient}>
      <ApprovalNote submission={WAITING} isDayCancelled={isDayCancelled} />
    </QueryClientProvider>,
  )
  expect(screen.getByText(text)).toBeDefined()
})
