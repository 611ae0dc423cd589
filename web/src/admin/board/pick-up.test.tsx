import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { setServerTime } from '../../lib/program'
import BoardPage from './board-page'
import { aMomentLater, button, card, counts, names, opener, withBoard } from './testing/board'
import { aCard } from './testing/board-server'

const show = withBoard(<BoardPage />)

describe('the board', () => {
  it('asks who picks up a child, and marks a late pick-up', async () => {
    const { server, user } = await show(undefined, (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    act(() => setServerTime('2026-11-16T22:42:00.000Z'))
    await user.click(button('Picked up'))
    const dialog = await screen.findByRole('dialog', { name: 'Who is picking up Wren Abernathy?' })
    expect(within(dialog).getByRole('button', { name: /Dana Okafor/ })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: /Joel Abernathy/ }))
    expect(card().textContent).toContain('Gone 5:42 PM12 min late')
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({
        picked_up_by: 'Joel Abernathy',
        late_minutes: 12,
      }),
    )
    await waitFor(() => expect(document.activeElement).toBe(opener()))
    await user.click(opener())
    expect(card().textContent).toContain('Out 5:42 PM, Joel Abernathy')
  })

  it('counts down to the pick-up time, then lists who is still here first, with a phone', async () => {
    const cards = [
      aCard('Ada Lee'),
      aCard('Ben Ode'),
      aCard('Cleo Fry', {
        phone: null,
        pickup_people: [
          { name: 'Nan', phone: null },
          { name: 'Jo', phone: '555 0144' },
        ],
      }),
      aCard('Dov Katz', { phone: null }),
    ]
    const { user } = await show(cards, (far) => {
      for (const name of ['Ben Ode', 'Cleo Fry', 'Dov Katz'])
        far.markElsewhere(name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    })
    const pickup = () => screen.getByText('Pick-up by').closest('div')?.textContent
    const at = (time: string) => act(() => setServerTime(`2026-11-16T${time}:30.000Z`))
    expect(pickup()).toBe('Pick-up by 5:30 PM')
    at('22:21')
    expect(pickup()).toBe('Pick-up by 5:30 PM9 min left1 not arrived')
    at('22:30')
    expect(pickup()).toBe('Pick-up by 5:30 PMnow1 not arrived')
    expect(names()).toEqual(['Ada Lee', 'Ben Ode', 'Cleo Fry', 'Dov Katz'])
    at('22:42')
    expect(pickup()).toBe('Pick-up by 5:30 PM3 still here1 not arrived')
    await waitFor(() => expect(names()).toEqual(['Ben Ode', 'Cleo Fry', 'Dov Katz', 'Ada Lee']))
    const late = within(screen.getByRole('region', { name: 'Late' }))
    expect(late.getByRole('heading', { name: 'Late (3)' })).toBeTruthy()
    expect(late.getAllByText('12 min late')).toHaveLength(3)
    expect(late.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Call Dana Okafor, (555) 014-2210',
      'Call Jo, 555 0144',
    ])
    await user.click(button('Picked up', card('Ben Ode')))
    await user.click(await screen.findByRole('button', { name: /Dana Okafor/ }))
    expect(pickup()).toContain('2 still here')
    expect(names()).toEqual(['Ben Ode', 'Cleo Fry', 'Dov Katz', 'Ada Lee'])
    aMomentLater()
    await waitFor(() => expect(names()).toEqual(['Cleo Fry', 'Dov Katz', 'Ada Lee']))
  })

  it('has every adult of the family to call and to pick up, on a late row, in its details and in the question', async () => {
    const adults = [
      { name: 'Dana Okafor', phone: '(555) 014-2210' },
      { name: 'Kemi Okafor', phone: '555 0101' },
      { name: 'Dana Okafor', phone: null },
    ]
    const { server, user } = await show([aCard('Ada Lee', { adults })], (far) =>
      far.markElsewhere('Ada Lee', { change: 'arrived', at: '2026-11-16T20:20:00.000Z' }),
    )
    act(() => setServerTime('2026-11-16T22:42:30.000Z'))
    const calls = ['Call Dana Okafor, (555) 014-2210', 'Call Kemi Okafor, 555 0101']
    const links = () =>
      screen.getAllByRole('link', { name: /^Call/ }).map((a) => a.getAttribute('aria-label'))
    await waitFor(() => expect(links()).toEqual(calls))
    await user.click(button('Ada Lee', card('Ada Lee')))
    expect(links()).toEqual([...calls, ...calls])
    await user.click(button('Picked up', card('Ada Lee')))
    const dialog = within(await screen.findByRole('dialog'))
    const people = within(dialog.getByRole('list', { name: 'Who may pick up' }))
    expect(people.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Dana OkaforParent',
      'Kemi OkaforParent',
      'Dana OkaforParent',
    ])
    await user.click(people.getByRole('button', { name: /Kemi/ }))
    await waitFor(() => expect(server.stored('Ada Lee')).toMatchObject({ picked_up_by: 'Kemi Okafor' }))
  })

  it('offers brothers and sisters who are here, none chosen, and marks them together', async () => {
    const family = { parent_id: 'lee' }
    const cards = ['Ada Lee', 'Ben Lee', 'Cleo Lee', 'Dov Lee'].map((name) => aCard(name, family))
    const guest = aCard('Gus Lee', { parent_id: null, is_guest: true })
    const { server, user } = await show([...cards, guest], (far) => {
      for (const name of ['Ada Lee', 'Ben Lee', 'Cleo Lee', 'Gus Lee'])
        far.markElsewhere(name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    })
    await user.click(button('Picked up', card('Ada Lee')))
    const dialog = await screen.findByRole('dialog')
    const together = within(dialog).getByRole('group', { name: 'Picked up together' })
    const boxes = within(together).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map((box) => [box.closest('label')?.textContent, box.checked])).toEqual([
      ['Ben Lee', false],
      ['Cleo Lee', false],
    ])
    await user.click(within(together).getByRole('checkbox', { name: 'Ben Lee' }))
    await user.click(within(dialog).getByRole('button', { name: /Dana Okafor/ }))
    await screen.findByText('Ada Lee and Ben Lee were picked up')
    expect(counts().slice(1, 3)).toEqual(['2 Here', '2 Gone'])
    await waitFor(() => expect(server.stored('Ben Lee')).toMatchObject({ version: 2 }))
    expect(server.batches).toEqual([['Ada Lee', 'Ben Lee']])
    expect(server.stored('Ada Lee')?.left_at).toBe(server.stored('Ben Lee')?.left_at)
    const message = screen
      .getByText('Ada Lee and Ben Lee were picked up')
      .closest<HTMLElement>('[data-toast]')
    await user.click(button('Undo', message ?? undefined))
    await waitFor(() => expect(server.stored('Ben Lee')).toMatchObject({ version: 3, left_at: null }))
    expect(server.stored('Ada Lee')).toMatchObject({ version: 3, left_at: null })
    aMomentLater()
    await user.click(button('Picked up', card('Gus Lee')))
    await screen.findByRole('dialog', { name: 'Who is picking up Gus Lee?' })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('marks no sibling if somebody else marked one of them first', async () => {
    const cards = ['Ada Lee', 'Ben Lee'].map((name) => aCard(name, { parent_id: 'lee' }))
    const { server, user } = await show(cards, (far) => {
      for (const name of ['Ada Lee', 'Ben Lee'])
        far.markElsewhere(name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    })
    await user.click(button('Picked up', card('Ada Lee')))
    await user.click(await screen.findByRole('checkbox', { name: 'Ben Lee' }))
    server.markElsewhere('Ben Lee', { change: 'note', at: '2026-11-16T20:25:00.000Z', note: 'Jacket' })
    await user.click(screen.getByRole('button', { name: /Dana Okafor/ }))
    await waitFor(() =>
      expect(screen.getAllByText(/Someone else had already marked Ben Lee/)).toHaveLength(2),
    )
    expect(server.stored('Ada Lee')).toMatchObject({ version: 1, left_at: null })
    expect(counts().slice(1, 3)).toEqual(['2 Here', '0 Gone'])
    await user.click(opener('Ben Lee'))
    expect(card('Ben Lee').textContent).toContain('Jacket')
  })

  it('lists two people who share name and phone number', async () => {
    const joel = { name: 'Joel Abernathy', phone: '+1 555 0199' }
    const complaints = vi.spyOn(console, 'error')
    const { user } = await show([aCard('Wren Abernathy', { pickup_people: [joel, joel] })], (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    await user.click(button('Picked up'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getAllByRole('button', { name: /Joel Abernathy/ })).toHaveLength(2)
    expect(complaints).not.toHaveBeenCalled()
  })
})
