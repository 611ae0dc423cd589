import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import BoardPage from '../board/board-page'
import { card, opener, withBoard } from '../board/testing/board'
import { aCard } from '../board/testing/board-server'

const show = withBoard(<BoardPage />)

const AMARA = {
  id: 'child 1',
  name: 'Amara Okafor',
  grade: 'K2',
  allergies: 'Peanuts',
  parent_name: 'Ngozi Okafor',
  may_link: true,
}
const GUEST = 'amara okafor'
const aGuest = (known: object = {}) =>
  aCard(GUEST, {
    is_guest: true,
    parent_id: null,
    allergies: 'Peanuts',
    known_family: { same_children: [AMARA], is_suspended: false, ...known },
  })

/** What was sent about the submission. */
function recordAnswers() {
  const sent: unknown[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: RequestInfo, init?: RequestInit) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url, 'http://localhost')
    if (pathname.startsWith('/api/admin/submissions/'))
      sent.push([
        init?.method,
        decodeURIComponent(pathname.slice(23)),
        JSON.parse(String(init?.body ?? null)),
      ])
    return fetch(url, init)
  })
  return sent
}

const answer = (name: string) => within(card(GUEST)).getByRole<HTMLButtonElement>('button', { name })

it('stands on the row of a guest, and a suspended account too', async () => {
  await show([aGuest({ is_suspended: true })])
  expect(opener(GUEST).textContent).toContain('Same child as Amara Okafor?')
  expect(opener(GUEST).textContent).toContain('Suspended account')
})

it('offers no link to a child of the name alone', async () => {
  const { user } = await show([aGuest({ same_children: [{ ...AMARA, may_link: false }] })])
  await user.click(opener(GUEST))
  expect(answer('Another child')).toBeDefined()
  expect(within(card(GUEST)).queryByRole('button', { name: 'Same child' })).toBeNull()
})

it('links the guest to the child only after staff have confirmed', async () => {
  const { user } = await show([aGuest()])
  const sent = recordAnswers()
  await user.click(opener(GUEST))
  await user.click(answer('Same child'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Same child as Amara Okafor?' })
  expect(dialog.textContent).toContain('in the account of Ngozi Okafor')
  expect(sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Same child' }))
  await screen.findByText('It belongs to Amara Okafor now.')
  expect(sent).toEqual([['POST', 'amara okafor/same-child', { child_id: 'child 1' }]])
})

it('says that it is another child only after staff have confirmed which allergies are no longer shown', async () => {
  const { user } = await show([
    aGuest({ same_children: [AMARA, { ...AMARA, id: 'child 2', allergies: 'Eggs' }] }),
  ])
  const sent = recordAnswers()
  await user.click(opener(GUEST))
  await user.click(answer('Another child'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Another child than Amara Okafor?' })
  expect(dialog.textContent).toContain('Peanuts; Eggs')
  expect(sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Another child' }))
  await screen.findByText('Marked as another child')
  expect(sent).toEqual([['POST', 'amara okafor/another-child', null]])
})

it('says what to do where the child already has the day', async () => {
  const { user } = await show([aGuest()])
  const { fetch } = globalThis
  const error = { code: 'already-booked', message: 'Amara Okafor already has a registration for today.' }
  vi.stubGlobal('fetch', (url: RequestInfo, init?: RequestInit) =>
    String(url instanceof Request ? url.url : url).includes('/same-child')
      ? Promise.resolve(Response.json({ error }, { status: 409 }))
      : fetch(url, init),
  )
  await user.click(opener(GUEST))
  await user.click(answer('Same child'))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Same child' }))
  await screen.findByText(
    "Amara Okafor already has a registration for today. If it is the same child, use that booking and remove the guest's.",
  )
})

it('offers both children of one name, with what tells them apart, and one other answer', async () => {
  const { user } = await show([
    aGuest({ same_children: [AMARA, { ...AMARA, id: 'child 2', grade: 'PK3', allergies: 'none' }] }),
  ])
  await user.click(opener(GUEST))
  expect(within(card(GUEST)).getAllByRole('button', { name: 'Same child' })).toHaveLength(2)
  expect(card(GUEST).textContent).toContain('K2, Peanuts, Ngozi Okafor')
  expect(card(GUEST).textContent).toContain('PK3, Ngozi Okafor')
  expect(answer('Another child').disabled).toBe(false)
})

it('stays on a board without a connection, where it cannot be answered', async () => {
  const { server, user } = await show([aGuest()])
  server.isReached = false
  act(() => window.dispatchEvent(new Event('offline')))
  await user.click(opener(GUEST))
  await user.click(within(card(GUEST)).getByRole('button', { name: 'Arrived' }))
  await waitFor(() => expect(answer('Same child').disabled).toBe(true))
  expect(answer('Another child').disabled).toBe(true)
  expect(card(GUEST).textContent).toContain('Same child as Amara Okafor?')
})
