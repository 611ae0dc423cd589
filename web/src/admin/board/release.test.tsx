import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setServerTime } from '../../lib/program'
import BoardPage from './board-page'
import { aMomentLater, button, card, opener, withBoard } from './testing/board'
import { aCard } from './testing/board-server'

const show = withBoard(<BoardPage />)
type Shown = Awaited<ReturnType<typeof show>>

const ROB = { name: 'Rob Okafor', note: 'Court order' }
const ROSE = { name: 'Grandma Rose', phone: null }

/** Ada may go with Rose, Ben must not go with Rob. */
const family = () => [
  aCard('Ada Lee', { parent_id: 'lee', pickup_people: [ROSE] }),
  aCard('Ben Lee', { parent_id: 'lee', must_not_pick_up: [ROB] }),
]

const showFamily = (cards = family()) =>
  show(cards, (far) => {
    for (const { child_name } of cards)
      far.markElsewhere(child_name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
  })

async function pickUp({ user }: Shown, child: string) {
  await user.click(button('Picked up', card(child)))
  return screen.findByRole('dialog', { name: `Who is picking up ${child}?` })
}

async function typeName({ user }: Shown, dialog: HTMLElement, name: string) {
  const field = within(dialog).getByLabelText('Another name')
  await user.clear(field)
  await user.type(field, name)
  await user.click(within(dialog).getByRole('button', { name: 'Confirm pick-up' }))
}

const QUESTION = "Random Guy is not on Ada Lee's list. Release anyway?"
const question = (name = QUESTION) => screen.findByRole('alertdialog', { name })
const release = (asked: HTMLElement) =>
  within(asked).getByRole<HTMLButtonElement>('button', { name: 'Release' })
const idTick = (asked: HTMLElement) => within(asked).getByRole('checkbox', { name: 'I checked their ID' })

describe('who is not on the list', () => {
  it('is released only after the question and with a checked ID, and the row says so', async () => {
    const board = await showFamily()
    const { server, user } = board
    const dialog = await pickUp(board, 'Ada Lee')
    await user.click(within(dialog).getByRole('button', { name: 'Confirm pick-up' }))
    expect(within(dialog).getByText('Please enter who is picking up the child')).toBeTruthy()
    await typeName(board, dialog, '  Random Guy ')
    const asked = await question()
    expect(release(asked).disabled).toBe(true)
    await user.click(idTick(asked))
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.arrived).toEqual([])
    // A tick is for one question only.
    await typeName(board, dialog, 'Random Guy')
    const again = await question()
    expect(release(again).disabled).toBe(true)
    await user.click(idTick(again))
    await user.click(release(again))
    await waitFor(() =>
      expect(server.stored('Ada Lee')).toMatchObject({ picked_up_by: 'Random Guy', not_on_list: true }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(card('Ada Lee').textContent).toContain('Picked up by Random Guy, not on the list')
  })

  it('is asked about without a connection too, and the mark that waits carries the answer', async () => {
    const board = await showFamily()
    const { server, user } = board
    server.isReached = false
    const dialog = await pickUp(board, 'Ada Lee')
    await typeName(board, dialog, 'Random Guy')
    const asked = await question()
    await user.click(idTick(asked))
    await user.click(release(asked))
    await waitFor(() => expect(card('Ada Lee').textContent).toContain('Random Guy, not on the list'))
    server.isReached = true
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(server.stored('Ada Lee')).toMatchObject({ not_on_list: true }))
    expect(server.arrived.at(-1)?.sent).toMatchObject({ release_anyway: true, offline: true })
  })

  it('is asked about for the children whose list lacks them, also if chosen from the list of another', async () => {
    const board = await showFamily()
    const { server, user } = board
    const dialog = await pickUp(board, 'Ada Lee')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ben Lee' }))
    await typeName(board, dialog, 'Random Guy')
    const both = await question("Random Guy is not on Ada Lee's and Ben Lee's list. Release anyway?")
    await user.click(within(both).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(within(dialog).getByRole('button', { name: /Grandma Rose/ }))
    const one = await question("Grandma Rose is not on Ben Lee's list. Release anyway?")
    await user.click(idTick(one))
    await user.click(release(one))
    await waitFor(() => expect(server.stored('Ben Lee')).toMatchObject({ not_on_list: true }))
    expect(server.stored('Ada Lee')).toMatchObject({ picked_up_by: 'Grandma Rose', not_on_list: false })
    await screen.findByText(/PM, by Grandma Rose, not on the list/)
  })

  it('is asked about where times are edited', async () => {
    const board = await showFamily()
    const { server, user } = board
    const dialog = await pickUp(board, 'Ada Lee')
    await user.click(within(dialog).getByRole('button', { name: /Grandma Rose/ }))
    await waitFor(() => expect(server.stored('Ada Lee')).toMatchObject({ not_on_list: false, version: 2 }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    aMomentLater()
    await user.click(opener('Ada Lee'))
    await user.click(button('Edit times', card('Ada Lee')))
    const times = await screen.findByRole('dialog', { name: 'Edit times for Ada Lee' })
    const by = within(times).getByLabelText('Picked up by')
    await user.clear(by)
    await user.type(by, 'Random Guy')
    await user.click(within(times).getByRole('button', { name: 'Save' }))
    const asked = await question()
    await user.click(idTick(asked))
    await user.click(release(asked))
    await waitFor(() =>
      expect(server.stored('Ada Lee')).toMatchObject({ picked_up_by: 'Random Guy', not_on_list: true }),
    )
  })
})

describe('who must not pick up', () => {
  it('is on top of the question, and refused, typed or chosen, an adult of the family too', async () => {
    const adults = [
      { name: 'Dana Okafor', phone: null },
      { name: 'Rob Okafor', phone: null },
    ]
    const board = await showFamily([aCard('Ben Lee', { adults, must_not_pick_up: [ROB] })])
    const { server, user } = board
    const dialog = await pickUp(board, 'Ben Lee')
    const [first] = within(dialog).getAllByRole('alert')
    expect(first?.textContent).toBe('Must not pick upRob Okafor, Court order')
    await user.click(within(dialog).getByRole('button', { name: /Rob Okafor/ }))
    expect(within(dialog).getByText('Rob Okafor must not pick up Ben Lee.')).toBeTruthy()
    await typeName(board, dialog, 'okafor,  ROB')
    expect(
      within(dialog).getByText('okafor, ROB must not pick up Ben Lee.', { collapseWhitespace: true }),
    ).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: /Dana Okafor/ }))
    await waitFor(() => expect(server.stored('Ben Lee')).toMatchObject({ picked_up_by: 'Dana Okafor' }))
    expect(server.arrived).toHaveLength(1)
  })

  it('of one of several children refuses all of them', async () => {
    const board = await showFamily()
    const { server, user } = board
    const dialog = await pickUp(board, 'Ada Lee')
    expect(within(dialog).queryByText(/Must not pick up/)).toBeNull()
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ben Lee' }))
    expect(within(dialog).getByText('Must not pick up Ben Lee')).toBeTruthy()
    await typeName(board, dialog, 'Rob Okafor')
    expect(within(dialog).getByText('Rob Okafor must not pick up Ben Lee.')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.arrived).toEqual([])
  })

  it('is refused where times are edited', async () => {
    const board = await showFamily()
    const { server, user } = board
    act(() => setServerTime('2026-11-16T20:40:00.000Z'))
    const dialog = await pickUp(board, 'Ben Lee')
    await user.click(within(dialog).getByRole('button', { name: /Dana Okafor/ }))
    await waitFor(() => expect(server.stored('Ben Lee')).toMatchObject({ version: 2 }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    aMomentLater()
    await user.click(opener('Ben Lee'))
    await user.click(button('Edit times', card('Ben Lee')))
    const times = await screen.findByRole('dialog', { name: 'Edit times for Ben Lee' })
    const by = within(times).getByLabelText('Picked up by')
    await user.clear(by)
    await user.type(by, 'Rob Okafor')
    await user.click(within(times).getByRole('button', { name: 'Save' }))
    expect(within(times).getByText('Rob Okafor must not pick up Ben Lee.')).toBeTruthy()
    expect(server.stored('Ben Lee')).toMatchObject({ picked_up_by: 'Dana Okafor' })
  })
})
