import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setProgram } from '../../lib/program'
import BoardPage from './board-page'
import { aMomentLater, button, card, counts, names, opener, phoneLinks, withBoard } from './testing/board'
import { aCard } from './testing/board-server'

const show = withBoard(<BoardPage />)

describe('the board', () => {
  it("shows every child with what staff must know, in the server's order", async () => {
    const { user } = await show()
    expect(names()).toEqual(['Otis Zoë Whitfield', 'Wren Abernathy'])
    expect(counts()).toEqual(['2 Expected', '0 Here', '0 Gone', '0 Not coming'])
    expect(card().textContent).toBe('Wren AbernathyAllergies: Kiwi, peanutsExpected K2Arrived')
    expect(card('Otis Zoë Whitfield').textContent).toBe('Otis Zoë WhitfieldExpected No phoneArrived')
    expect(phoneLinks()).toEqual([])
    await user.click(opener())
    expect(opener().getAttribute('aria-expanded')).toBe('true')
    expect(card().textContent).toContain('Parent Dana Okafor')
    expect(card().textContent).toContain('May pick up Joel Abernathy')
    expect(phoneLinks().at(0)).toBe('tel:5550142210')
    await user.click(opener('Otis Zoë Whitfield'))
    expect(within(card('Otis Zoë Whitfield')).queryByRole('link')).toBeNull()
    await user.click(opener())
    expect(phoneLinks()).toEqual([])
  })

  it('says who is here without a booking', async () => {
    await show([aCard('Wren Abernathy', { is_not_booked: true })], (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    await waitFor(() => expect(card().textContent).toContain('Here 3:29 PM'))
    expect(card().textContent).toContain('Not booked')
  })

  it.each([
    ['expected', []],
    ['here', [{ change: 'arrived', at: '2026-11-16T20:29:00.000Z' }]],
    [
      'gone',
      [
        { change: 'arrived', at: '2026-11-16T20:29:00.000Z' },
        { change: 'picked_up', at: '2026-11-16T20:30:00.000Z', picked_up_by: 'Joel Abernathy' },
      ],
    ],
    ['not_coming', [{ change: 'not_coming', at: '2026-11-16T20:29:00.000Z' }]],
  ] as const)('shows the phone numbers of who may pick up in the state %s', async (state, changes) => {
    const { user } = await show(undefined, (far) => {
      for (const change of changes) far.markElsewhere('Wren Abernathy', change)
    })
    await user.type(screen.getByRole('searchbox'), 'wren')
    await waitFor(() => expect(card().dataset.state).toBe(state))
    await user.click(opener())
    expect(phoneLinks()).toEqual(['tel:5550142210', 'tel:+15550199'])
  })

  it.each([
    ['lena', ['Anna-Lena Fox', 'Magdalena Ortiz', 'Lena Reyes']],
    ['  LENA   re ', ['Lena Reyes']],
    ['zoë', ['Otis Zoé Whitfield']],
    ['leda', []],
    ['reyes lena', ['Lena Reyes']],
    ['magdalena ortis', ['Magdalena Ortiz']],
    // Exact before similar, although it comes later in the list.
    ['ortez', ['Magda Ortez', 'Magdalena Ortiz']],
  ])('finds %j anywhere in a name', async (typed, found) => {
    const { user } = await show(
      ['Anna-Lena Fox', 'Magdalena Ortiz', 'Lena Reyes', 'Leo Na', 'Otis Zoé Whitfield', 'Magda Ortez'].map(
        (name) => aCard(name),
      ),
    )
    await user.type(screen.getByRole('searchbox', { name: 'Find a child' }), typed)
    expect(names()).toEqual(found)
  })

  it('filters by state on one click and shows all on the next, and finds a child by name', async () => {
    const { user } = await show()
    await user.click(button('Arrived'))
    const here = screen.getByRole('button', { name: '1 Here' })
    await user.click(here)
    expect(names()).toEqual(['Wren Abernathy'])
    expect(here.getAttribute('aria-pressed')).toBe('true')
    await user.click(here)
    expect(names()).toHaveLength(2)
    await user.type(screen.getByRole('searchbox', { name: 'Find a child' }), 'zoe')
    expect(names()).toEqual(['Otis Zoë Whitfield'])
    await user.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByText('No children match "zoex".')).toBeTruthy()
  })

  it('moves no row under the finger; then the focus moves to the next row', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: '2 Expected' }))
    await user.click(button('Arrived', card('Otis Zoë Whitfield')))
    expect(counts()[0]).toBe('1 Expected')
    expect(names()).toEqual(['Otis Zoë Whitfield', 'Wren Abernathy'])
    expect(document.activeElement).toBe(button('Picked up', card('Otis Zoë Whitfield')))
    aMomentLater()
    await waitFor(() => expect(names()).toEqual(['Wren Abernathy']))
    expect(document.activeElement).toBe(opener())
  })

  it('folds who has left and who is not coming; a count and a search show them', async () => {
    const { user } = await show(
      [aCard('Ada Lee'), aCard('Ben Ode'), aCard('Cleo Fry')],
      (far) => {
        far.markElsewhere('Ada Lee', { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
        far.markElsewhere('Ada Lee', {
          change: 'picked_up',
          at: '2026-11-16T20:25:00.000Z',
          picked_up_by: 'Dana Okafor',
        })
        far.markElsewhere('Cleo Fry', { change: 'not_coming', at: '2026-11-16T20:20:00.000Z' })
      },
      'Ben Ode',
    )
    expect(names()).toEqual(['Ben Ode'])
    await user.click(screen.getByRole('button', { name: 'Gone (1)' }))
    expect(names()).toEqual(['Ben Ode', 'Ada Lee'])
    expect(button('Undo pick-up', card('Ada Lee'))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Gone (1)' }))
    await user.click(screen.getByRole('button', { name: '1 Not coming' }))
    expect(names()).toEqual(['Cleo Fry'])
    await user.click(screen.getByRole('button', { name: '1 Not coming' }))
    await user.type(screen.getByRole('searchbox'), 'a')
    expect(names()).toEqual(['Ada Lee'])
  })

  it('shows times on the new clock as soon as the time zone changes', async () => {
    const { user } = await show()
    await user.click(button('Arrived'))
    expect(card().textContent).toContain('Here 3:31 PM')
    const program = {
      name: 'Hill',
      contact_email: 'office@hill.example',
      contact_phone: null,
      logo: null,
      now: null,
      is_clock_set: false,
      sends_mail: true,
    }
    act(() => void setProgram({ ...program, time_zone: 'America/Chicago' }))
    expect(card().textContent).toContain('Here 2:31 PM')
    act(() => void setProgram({ ...program, time_zone: 'America/New_York' }))
    expect(card().textContent).toContain('Here 3:31 PM')
  })

  it('shows a day that cannot be marked without mark buttons', async () => {
    const { user } = await show(undefined, (far) => {
      far.canMark = false
    })
    await user.click(opener())
    expect(within(card()).getAllByRole('button')).toEqual([opener()])
    expect(screen.getByText(/You can mark today and the past 14 days/)).toBeTruthy()
  })

  it('expects nobody on a cancelled day, but marks whoever comes all the same', async () => {
    const { server, user } = await show(undefined, (far) => {
      far.isCancelled = true
      far.markElsewhere('Otis Zoë Whitfield', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' })
    })
    expect(screen.getByText('Aftercare is cancelled on this day. Nobody is expected.')).toBeTruthy()
    expect(counts().slice(0, 2)).toEqual(['0 Expected', '1 Here'])
    expect(card().textContent).toBe('Wren AbernathyAllergies: Kiwi, peanutsCancelledK2')
    expect(button('Picked up', card('Otis Zoë Whitfield'))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '0 Expected' }))
    expect(names()).toEqual([])
    await user.click(screen.getByRole('button', { name: '0 Expected' }))
    await user.click(opener())
    expect(within(card()).queryByRole('button', { name: 'Not coming' })).toBeNull()
    await user.click(button('Arrived'))
    expect(counts().slice(0, 2)).toEqual(['0 Expected', '2 Here'])
    expect(button('Picked up')).toBeTruthy()
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
  })

  it('says when no children are scheduled', async () => {
    await show([])
    expect(await screen.findByText('No children scheduled for this date')).toBeTruthy()
  })
})
