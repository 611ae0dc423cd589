import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import earlyEvents from '../../../public/early-events.js?raw'
import { ErrorBoundary } from './error-boundary'

function Broken(): never {
  throw new Error('The code of the first page is gone')
}

it('lets its button be clicked where the first page never showed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  new Function(earlyEvents)()
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  const reload = screen.getByRole('button', { name: 'Reload the page' })
  expect(fireEvent.click(reload)).toBe(false)
  const onClick = vi.fn()
  reload.addEventListener('click', onClick)
  await waitFor(() => expect(onClick).toHaveBeenCalled())
  expect(fireEvent.click(reload)).toBe(true)
})
