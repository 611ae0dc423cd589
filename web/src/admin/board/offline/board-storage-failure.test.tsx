import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import BoardPage from '../board-page'
import { aMomentLater, banner, button, card, names, withBoard } from '../testing/board'
import { browserStorage } from '../testing/fake-idb'
import { storageOf } from './board-storage'

const show = withBoard(<BoardPage />)

describe('when the browser cannot store marks', () => {
  it.each(['writes', 'all'] as const)('still sends them (%s)', async (failure) => {
    const { server, session, user } = await show()
    browserStorage.failure = failure
    await user.click(button('Arrived'))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
    aMomentLater()
    await user.click(button('Picked up'))
    await user.click(await screen.findByRole('button', { name: /Joel Abernathy/ }))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2 }))
    await waitFor(() => expect(card().textContent).not.toContain('Not sent'))
    expect(banner()).toBeUndefined()
    expect(server.arrived).toHaveLength(2)
    expect(browserStorage.marksOf(session.user.id)).toEqual([])
  })

  it('sends them when the storage does not respond', async () => {
    const { server, user } = await show()
    browserStorage.failure = 'silent'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await user.click(button('Arrived'))
    expect(card().textContent).toContain('Not sent yet')
    expect(server.stored('Wren Abernathy')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    vi.useRealTimers()
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
    await waitFor(() => expect(card().textContent).not.toContain('Not sent'))
  })

  it('says offline that they are not saved, asks before the page is closed, and sends them in order', async () => {
    const { server, user, open } = await show()
    server.isReached = false
    browserStorage.failure = 'writes'
    const close = () => {
      const leaving = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(leaving)
      return leaving.defaultPrevented
    }
    expect(close()).toBe(false)
    await user.click(button('Arrived'))
    await waitFor(() => expect(card().textContent).toContain('Not sent, not saved'))
    expect(banner()).toContain('1 mark is waiting')
    expect(banner()).toContain("This browser can't save marks. Keep this page open.")
    expect(close()).toBe(true)
    open(<p>Another page</p>)
    expect(close()).toBe(true)
    open(<BoardPage />)
    await waitFor(() => expect(card().textContent).toContain('Not sent, not saved'))
    // Storage works again: the pick-up must not overtake the arrival.
    browserStorage.failure = null
    aMomentLater()
    await user.click(button('Picked up'))
    await user.click(await screen.findByRole('button', { name: /Joel Abernathy/ }))
    await waitFor(() => expect(banner()).toContain('2 marks are waiting'))
    await waitFor(() => expect(card().textContent).toContain('Not sent yet'))
    expect(close()).toBe(false)
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2 }))
    expect(server.arrived.map(({ sent }) => sent.change)).toEqual(['arrived', 'picked_up'])
  })

  it('reopens a database connection that the browser closed', async () => {
    const { server, session, user } = await show()
    server.isReached = false
    browserStorage.dropConnections()
    await user.click(button('Arrived'))
    await waitFor(() => expect(card().textContent).toContain('Not sent yet'))
    expect(browserStorage.marksOf(session.user.id)).toMatchObject([{ childName: 'Wren Abernathy' }])
  })

  it("shows the server's board although it cannot be stored", async () => {
    await show(undefined, () => {
      browserStorage.failure = 'writes'
    })
    expect(names()).toHaveLength(2)
    expect(banner()).toBeUndefined()
  })

  it('still asks before signing out discards a mark, and then deletes it', async () => {
    const { server, session, user } = await show()
    server.isReached = false
    browserStorage.failure = 'all'
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await screen.findByRole('alertdialog', { name: 'Sign out with 1 mark unsent?' })
    server.refuses = { status: 401, code: 'signed-out', message: 'Please sign in.' }
    server.isReached = true
    await user.click(await screen.findByRole('button', { name: 'Sign out and lose it' }))
    await waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
    expect(await (await storageOf(session.user.id)).listMarks()).toEqual([])
  })
})
