import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { monotonicClock } from '../../lib/monotonic-clock'
import { queryClient } from '../../lib/query-client'
import BoardPage from './board-page'
import { aMomentLater, button, card, counts, names, opener, withBoard } from './testing/board'
import { aCard } from './testing/board-server'

const show = withBoard(<BoardPage />)

describe('the board', () => {
  it('marks an arrival with one click, and undoes it from the toast and from the row', async () => {
    const { server, user } = await show()
    await user.click(button('Arrived'))
    expect(card().textContent).toContain('Here 3:31 PM')
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1, left_at: null }))
    // Scoped to this toast: the one before it may still be fading out.
    const message = screen.getByText('Wren Abernathy has arrived').closest<HTMLElement>('[data-toast]')
    await user.dblClick(button('Undo', message ?? undefined))
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2, arrived_at: null }),
    )
    aMomentLater()
    await user.click(button('Arrived'))
    aMomentLater()
    await user.click(opener())
    await user.click(button('Undo arrival'))
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({ version: 4, arrived_at: null }),
    )
    expect(counts()[0]).toBe('2 Expected')
    expect(server.arrived).toHaveLength(4)
  })

  it('keeps the sentence in order around a right-to-left name', async () => {
    const { user } = await show([aCard('نور 2')])
    await user.click(button('Arrived', card('نور 2')))
    await screen.findByText('\u2068نور 2\u2069 has arrived')
    expect(names()).toEqual(['نور 2'])
  })

  it('counts a double tap once', async () => {
    const { server, user } = await show()
    await user.dblClick(button('Arrived'))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('takes quick taps at different places as they are', async () => {
    const { server, user } = await show()
    const tap = (target: HTMLElement, clientX: number, clientY: number) =>
      user.pointer([{ target, coords: { clientX, clientY }, keys: '[MouseLeft]' }])
    await tap(button('Arrived'), 340, 20)
    await tap(button('Wren Abernathy'), 60, 20)
    await tap(button('Undo arrival'), 60, 90)
    await tap(button('Arrived'), 340, 20)
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({
        arrived_at: expect.any(String),
        version: 3,
      }),
    )
    await tap(button('Picked up'), 340, 30)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('counts a key that is hit twice or held down once, and takes quick keys on different buttons', async () => {
    const { server, user } = await show()
    await user.click(opener())
    act(() => button('Arrived').focus())
    await user.keyboard('{Enter}{Enter}')
    // Held down for longer than a double tap.
    for (const ms of [500, 1_000, 1_500]) {
      vi.spyOn(monotonicClock, 'now').mockReturnValue(ms)
      await user.keyboard('{Enter}')
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => button('Undo arrival').focus())
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({ arrived_at: null, version: 2 }),
    )
  })

  it('keeps the focus where Not coming is marked and undone', async () => {
    const { user } = await show()
    await user.click(opener())
    const notComing = button('Not coming')
    act(() => notComing.focus())
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Undo not coming'))
    aMomentLater()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Not coming'))
  })

  it('marks Not coming and undoes it; the child can still arrive', async () => {
    const { server, user } = await show()
    await user.click(opener())
    await user.click(button('Not coming'))
    expect(counts()[3]).toBe('1 Not coming')
    aMomentLater()
    await user.click(button('Undo not coming'))
    expect(counts()[3]).toBe('0 Not coming')
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2 }))
  })

  it('corrects a time, within the rules', async () => {
    const { server, user } = await show(undefined, (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    await user.click(opener())
    await user.click(button('Edit time'))
    const dialog = await screen.findByRole('dialog', { name: 'Edit times for Wren Abernathy' })
    const field = within(dialog).getByLabelText('Arrived at')
    await user.clear(field)
    await user.type(field, '15:50')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('3:50 PM is still in the future.')).toBeTruthy()
    expect(server.arrived).toEqual([])
    await user.clear(field)
    await user.type(field, '15:20')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({ arrived_at: '2026-11-16T20:20:00.000Z' }),
    )
  })

  const GONE = [
    { change: 'arrived', at: '2026-11-16T20:00:00.000Z' },
    { change: 'picked_up', at: '2026-11-16T20:20:00.000Z', picked_up_by: 'Dana Okafor' },
  ] as const

  /** Wren's times are being edited when a colleague's correction arrives. */
  async function correctedMeanwhile(edit: string, correction: { arrived_at?: string; left_at?: string }) {
    const { server, user } = await show(
      undefined,
      (far) => {
        for (const change of GONE) far.markElsewhere('Wren Abernathy', change)
      },
      'Otis Zoë Whitfield',
    )
    await user.type(screen.getByRole('searchbox'), 'wren')
    await user.click(opener())
    await user.click(button('Edit times'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit times for Wren Abernathy' }))
    const field = dialog.getByLabelText('Picked up at')
    await user.clear(field)
    await user.type(field, edit)
    const at = '2026-11-16T20:30:00.000Z'
    server.markElsewhere('Wren Abernathy', { change: 'correct', at, ...correction })
    await act(() => queryClient.invalidateQueries({ queryKey: ['admin', 'board'] }))
    return { server, user, dialog, save: () => user.click(dialog.getByRole('button', { name: 'Save' })) }
  }

  it("keeps a colleague's correction of a time that was not edited here", async () => {
    const { server, dialog, save } = await correctedMeanwhile('15:25', {
      arrived_at: '2026-11-16T20:10:00.000Z',
    })
    await waitFor(() => expect(dialog.getByLabelText('Arrived at')).toHaveProperty('value', '15:10'))
    expect(dialog.queryByText(/saved elsewhere/)).toBeNull()
    await save()
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({
        arrived_at: '2026-11-16T20:10:00.000Z',
        left_at: '2026-11-16T20:25:00.000Z',
        version: 4,
      }),
    )
    expect(server.arrived[0]?.sent).not.toHaveProperty('arrived_at')
  })

  it('sends nothing until it is decided which correction of the same time is right', async () => {
    const { server, user, dialog, save } = await correctedMeanwhile('15:25', {
      left_at: '2026-11-16T20:28:00.000Z',
    })
    const conflict = await dialog.findByText('Picked up at', { selector: 'dt' })
    expect(conflict.parentElement?.textContent).toBe('Picked up atSaved now: 3:28 PMYours: 3:25 PM')
    await save()
    expect(server.arrived).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Replace with mine' }))
    await save()
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({
        left_at: '2026-11-16T20:25:00.000Z',
        picked_up_by: 'Dana Okafor',
        version: 4,
      }),
    )
  })
})
