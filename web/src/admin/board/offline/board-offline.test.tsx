import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setSession } from '../../../lib/auth-store'
import { setServerTime } from '../../../lib/program'
import { expectToast } from '../../../testing/toasts'
import BoardPage from '../board-page'
import { aMomentLater, banner, button, card, counts, opener, withBoard } from '../testing/board'
import { aCard } from '../testing/board-server'
import { browserStorage } from '../testing/fake-idb'
import { saveMarks } from '../use-board-marks'

const show = withBoard(<BoardPage />)

describe('offline', () => {
  it('keeps working, counts pending marks, and sends each once, in order, with the time of the click', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting on this device'))
    setServerTime('2026-11-16T21:00:00.000Z')
    await user.click(button('Arrived', card('Otis Zoë Whitfield')))
    await waitFor(() => expect(banner()).toContain('2 marks are waiting on this device'))
    expect(counts().slice(0, 2)).toEqual(['0 Expected', '2 Here'])
    expect(card().textContent).toContain('Not sent yet')
    setServerTime('2026-11-16T22:00:00.000Z')
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(banner()).toBeUndefined())
    expect(server.arrived.map(({ sent }) => [sent.submission_id, sent.at.slice(11, 16)])).toEqual([
      ['Wren Abernathy', '20:31'],
      ['Otis Zoë Whitfield', '21:00'],
    ])
    expect(card().textContent).not.toContain('Not sent yet')
    expect(card().textContent).toContain('Here 3:31 PM')
  })

  it('resends a mark after a lost response, and it is stored once', async () => {
    const { server, user } = await show()
    server.losesAnswers = true
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    server.losesAnswers = false
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(banner()).toBeUndefined())
    const keys = server.arrived.map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 })
  })

  it('keeps the mark that was saved first, and says so until dismissed', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    server.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    const words = await screen.findByText(/Someone else had already marked Wren Abernathy/)
    expect(words.textContent).toContain('Wren Abernathy: “Arrived, 3:31 PM” was not saved.')
    expect(card().textContent).toContain('Here 3:20 PM')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByText(/Someone else had already marked/)).toBeNull())
  })

  it('shows the pick-up by somebody who was barred meanwhile until dismissed, stored in the browser', async () => {
    const amara = aCard('Amara Okafor')
    const { server, user, open, session } = await show([amara], (far) =>
      far.markElsewhere('Amara Okafor', { change: 'arrived', at: '2026-11-16T20:20:00.000Z' }),
    )
    server.isReached = false
    await user.click(button('Picked up', card('Amara Okafor')))
    await user.click(await screen.findByRole('button', { name: /Dana Okafor/ }))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    amara.must_not_pick_up = [{ name: 'Dana Okafor', note: null }]
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    const refused = () => screen.findByText(/Dana Okafor must not pick up Amara Okafor\./)
    expect((await refused()).textContent).toMatch(/^Amara Okafor: “Picked up.*” was not saved\./)
    expect(card('Amara Okafor').textContent).toContain('Here 3:20 PM')
    await waitFor(() => expect(browserStorage.marksOf(session.user.id)).toHaveLength(1))
    open(<p>Another page</p>)
    expect(screen.queryByText(/must not pick up/)).toBeNull()
    open(<BoardPage />)
    await refused()
    await user.click(await screen.findByRole('button', { name: 'OK' }))
    await waitFor(() => expect(browserStorage.marksOf(session.user.id)).toEqual([]))
    expect(screen.queryByText(/must not pick up/)).toBeNull()
  })

  it('queues siblings one by one, in order', async () => {
    const cards = ['Ada Lee', 'Ben Lee'].map((name) => aCard(name, { parent_id: 'lee' }))
    const { server, user } = await show(cards, (far) => {
      for (const name of ['Ada Lee', 'Ben Lee'])
        far.markElsewhere(name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    })
    await user.click(button('Picked up', card('Ada Lee')))
    await user.click(await screen.findByRole('checkbox', { name: 'Ben Lee' }))
    // The request for both arrives, its response is lost.
    server.losesAnswers = true
    await user.click(screen.getByRole('button', { name: /Dana Okafor/ }))
    await waitFor(() => expect(banner()).toContain('2 marks are waiting on this device'))
    server.losesAnswers = false
    server.arrived.length = 0
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(banner()).toBeUndefined())
    expect(server.arrived.map(({ sent }) => sent.submission_id)).toEqual(['Ada Lee', 'Ben Lee'])
    expect(server.batches).toHaveLength(1)
    expect(server.stored('Ben Lee')).toMatchObject({ version: 2, picked_up_by: 'Dana Okafor' })
    expect(screen.queryByText(/was not saved/)).toBeNull()
  })

  it('lets an arrival stand against a Not coming set meanwhile, with what followed it, and says so', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    aMomentLater()
    await user.click(button('Picked up'))
    await user.click(await screen.findByRole('button', { name: /Joel Abernathy/ }))
    await waitFor(() => expect(banner()).toContain('2 marks are waiting'))
    server.markElsewhere('Wren Abernathy', { change: 'not_coming', at: '2026-11-16T20:20:00.000Z' })
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Meanwhile Not coming was set. Both are in the record.')
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 3 }))
    expect(server.stored('Wren Abernathy')).toMatchObject({
      arrived_at: expect.any(String),
      picked_up_by: 'Joel Abernathy',
      not_coming_at: '2026-11-16T20:20:00.000Z',
    })
    expect(screen.queryByText(/was not saved/)).toBeNull()
    await user.type(screen.getByRole('searchbox'), 'wren')
    expect(card().textContent).toContain('Not coming was set')
    await user.click(opener())
    expect(card().textContent).toContain('Not coming set 3:20 PM by staff')
  })

  it('also says so of a child who is late', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    server.markElsewhere('Wren Abernathy', { change: 'not_coming', at: '2026-11-16T20:20:00.000Z' })
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Meanwhile Not coming was set. Both are in the record.')
    act(() => setServerTime('2026-11-16T22:42:30.000Z'))
    await waitFor(() => expect(card().textContent).toContain('12 min lateNot coming was set'))
  })

  it('keeps marks while their session has expired, and never sends them as another user', async () => {
    const { server, session, user } = await show()
    server.refuses = { status: 401, code: 'signed-out', message: 'Please sign in.' }
    await user.click(button('Arrived'))
    await waitFor(() => expect(server.arrived).not.toEqual([]))
    server.refuses = null
    server.session = { ...session, user: { ...session.user, id: `not ${session.user.id}` } }
    act(() => setSession(server.session))
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(counts()[0]).toBe('2 Expected'))
    expect(server.stored('Wren Abernathy')).toBeNull()
    server.session = session
    act(() => setSession(session))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
    expect(new Set(server.arrived.map(({ key }) => key)).size).toBe(1)
    expect(server.arrived.filter(({ sent, as }) => sent.performed_by !== as)).toEqual([])
  })

  it('asks before signing out discards pending marks', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out with 1 mark unsent?' })
    await user.click(within(dialog).getByRole('button', { name: 'Stay signed in' }))
    // Else the mark may be sent before the click, and nothing is left to lose.
    server.refuses = { status: 401, code: 'signed-out', message: 'Please sign in.' }
    server.isReached = true
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await user.click(await screen.findByRole('button', { name: 'Sign out and lose it' }))
    await waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
  })
})

describe('after the board was left', () => {
  async function leaveAfterPickUp() {
    const shown = await show(undefined, (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    const { server, user, open } = shown
    await user.click(button('Picked up'))
    await user.click(await screen.findByRole('button', { name: /Joel Abernathy/ }))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2 }))
    // Nothing is pending any more, so nothing else keeps the outbox open.
    await waitFor(() => expect(card().textContent).not.toContain('Not sent'))
    window.history.replaceState(null, '', '/admin')
    open(<p>Another page</p>)
    const undo = () => user.click(screen.getByRole('button', { name: 'Undo' }))
    return { ...shown, undo }
  }

  it('the Undo of its toast undoes the pick-up', async () => {
    const { server, undo } = await leaveAfterPickUp()
    await undo()
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({
        version: 3,
        left_at: null,
        picked_up_by: null,
      }),
    )
    await screen.findByText('Pick-up undone')
  })

  it('the Undo waits for the connection', async () => {
    const { server, session, undo } = await leaveAfterPickUp()
    server.isReached = false
    await undo()
    await waitFor(() => expect(browserStorage.marksOf(session.user.id)).toHaveLength(1))
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 3, left_at: null }))
  })

  it('says that the Undo was rejected, instead of that the pick-up is undone', async () => {
    const { server, undo } = await leaveAfterPickUp()
    const note = { change: 'note', at: '2026-11-16T20:30:00.000Z', note: 'Left by bike' } as const
    server.markElsewhere('Wren Abernathy', note)
    await undo()
    await expectToast('Not marked', 'Someone else had already marked Wren Abernathy.')
    await waitFor(() => expect(screen.queryByText('Pick-up undone')).toBeNull())
    expect(server.stored('Wren Abernathy')).toMatchObject({ version: 3, picked_up_by: 'Joel Abernathy' })
  })

  it('the Undo goes with an expired session, and is refused without one', async () => {
    const { session } = await leaveAfterPickUp()
    screen.getByRole('button', { name: 'Undo' })
    act(() => setSession(null))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    const day = { date: '2026-11-16', pickup_time: '18:00' }
    expect(saveMarks(day, [], { change: 'undo_picked_up' }, session.user.id)).toBe(
      'The account that made this mark is no longer signed in.',
    )
  })

  it('the Undo is not made in the name of another account', async () => {
    const { server, session, undo } = await leaveAfterPickUp()
    server.session = { ...session, user: { ...session.user, id: `not ${session.user.id}` } }
    act(() => setSession(server.session))
    server.arrived.length = 0
    await undo()
    await expectToast('Not marked', 'The account that made this mark is no longer signed in.')
    expect(server.arrived).toEqual([])
  })
})
