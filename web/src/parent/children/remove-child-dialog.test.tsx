import { withoutIsolates } from '@aftercare/domain/lib/isolate'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { AMARA } from '../../testing/parent-server'
import { ToastProvider } from '../../ui/feedback/toast-provider'
import type { Child } from './children.api'
import { RemoveChildDialog } from './remove-child-dialog'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))
afterEach(cleanup)

const child = (has_submissions: boolean): Child => ({ ...AMARA, has_submissions })

it.each([
  [false, "This permanently deletes Amara's information and cannot be undone."],
  [
    true,
    "This permanently deletes Amara's information and cannot be undone. Registrations already made stay and are still billed.",
  ],
])('explains what happens to registrations, if there are any: %s', async (hasSubmissions, question) => {
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RemoveChildDialog child={child(hasSubmissions)} onClose={() => undefined} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  expect(withoutIsolates((await screen.findByRole('alertdialog')).textContent ?? '')).toContain(question)
  if (!hasSubmissions) expect(screen.queryByText(/still billed/)).toBeNull()
})
