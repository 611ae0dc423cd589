import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { latePart } from './late-part'
import { type Late, useLate } from './use-late'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

type PictureProps = { name: string }
const Picture = ({ name }: PictureProps) => <p>{name}</p>

/** Answers one try after the other; what is left over stays without an answer. */
function loader(...answers: ('lost' | 'found')[]) {
  return vi.fn(() => {
    const answer = answers.shift()
    if (answer === 'lost') return Promise.reject(new Error('no network'))
    return answer === 'found' ? Promise.resolve(Picture) : new Promise<typeof Picture>(() => undefined)
  })
}

const page = (load: () => Promise<typeof Picture>) => {
  const LatePicture = latePart<PictureProps>(load, {
    failed: 'The picture could not be loaded.',
    waiting: 'Coming',
  })
  return (
    <main>
      <h1>The page</h1>
      <LatePicture name="December" />
    </main>
  )
}

it('leaves the page standing when a part of it cannot be fetched, and fetches it on the next try', async () => {
  const load = loader('lost', 'lost', 'found')
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(page(load))
  screen.getByText('Coming')
  await screen.findByText(/The picture could not be loaded\./)
  screen.getByRole('heading', { name: 'The page' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(load).toHaveBeenCalledTimes(2)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('December')
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
})

it('keeps the focus on the button while it tries', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(page(loader('lost')))
  const button = await screen.findByRole('button', { name: 'Try again' })
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Trying…' })).toBe(button)
  expect(document.activeElement).toBe(button)
})

it('comes by itself once the network is back', async () => {
  render(page(loader('lost', 'found')))
  await screen.findByText(/could not be loaded/)
  await act(async () => undefined)
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByText('December')
})

it('is fetched once for all the places that draw it, and only where it is wanted', async () => {
  const late: Late<typeof Picture> = { load: loader('lost', 'found') }
  const Unseen = ({ isWanted }: { isWanted: boolean }) => {
    const { view: View } = useLate(late, isWanted)
    return isWanted && View ? <View name="December" /> : null
  }
  const { rerender } = render(<Unseen isWanted={false} />)
  expect(late.load).not.toHaveBeenCalled()
  rerender(<Unseen isWanted />)
  await act(async () => undefined)
  expect(late.load).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await screen.findByText('December')
  render(<Unseen isWanted />)
  expect(screen.getAllByText('December')).toHaveLength(2)
  expect(late.load).toHaveBeenCalledTimes(2)
})
