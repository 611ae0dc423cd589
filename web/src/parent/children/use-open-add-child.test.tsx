import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Router, Routes } from '../../router/router'
import { ChildChips } from '../dashboard/child-chips'
import type { Child } from './children.api'
import { useOpenAddChild } from './use-open-add-child'

const amara = { id: 'c1', name: 'Amara Okafor' } as Child
const open = vi.fn()
beforeEach(() => window.history.replaceState(null, '', '/dashboard'))
afterEach(() => open.mockReset())

function Children() {
  useOpenAddChild(open)
  return <p>My Children</p>
}

const pages = [
  { path: '/dashboard', element: <ChildChips childRows={[amara]} /> },
  { path: '/children', element: <Children /> },
]
const show = () =>
  render(
    <Router>
      <Routes routes={pages} />
    </Router>,
  )

it('the plus link opens the dialog for a new child, and a reload does not open it again', async () => {
  show()
  await userEvent.click(screen.getByRole('link', { name: 'Add a child' }))
  await screen.findByText('My Children')
  expect(open).toHaveBeenCalledOnce()
  cleanup()
  show()
  await screen.findByText('My Children')
  expect(open).toHaveBeenCalledOnce()
})

it("a child's link opens the page without a dialog", async () => {
  show()
  await userEvent.click(screen.getByRole('link', { name: 'Amara' }))
  await screen.findByText('My Children')
  expect(open).not.toHaveBeenCalled()
})
