import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../testing/toasts'
import BoardPage from './board-page'
import { setConnected } from './offline/board-connection'
import { aMomentLater, counts, names, withBoard } from './testing/board'
import { aCard } from './testing/board-server'

const show = withBoard(<BoardPage />)
const open = () => screen.getByRole('button', { name: 'Add Drop-In' })

it('adds a drop-in from the board, with its day chosen, and shows the child at once', async () => {
  window.history.replaceState(null, '', '/admin/day-reports/board?date=2026-11-13')
  const cards = [aCard('Wren Abernathy')]
  const { user } = await show(cards)
  await user.click(open())
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Drop-In' }))
  dialog.getByText('Friday, November 13, 2026')
  await user.type(dialog.getByRole('textbox', { name: /^Child Name/ }), 'Otis Whitfield')
  await user.type(dialog.getByRole('textbox', { name: /^Parent Name/ }), 'Grace Whitfield')
  await user.type(dialog.getByRole('textbox', { name: /^Parent Email/ }), 'grace@example.com')
  await user.type(dialog.getByRole('textbox', { name: /^Parent Phone/ }), '555 014 2210')
  cards.push(aCard('Otis Whitfield'))
  await user.click(dialog.getByRole('button', { name: 'Save Drop-In' }))
  await expectToast('Success', 'Drop-in added successfully')
  await waitFor(() => expect(counts()[0]).toBe('2 Expected'))
  // Rows do not move while somebody is clicking.
  aMomentLater()
  await screen.findByRole('article', { name: 'Otis Whitfield' })
  expect(names()).toContain('Wren Abernathy')
})

it('says without a connection that it needs one', async () => {
  const { user } = await show()
  setConnected(false)
  await user.click(open())
  await expectToast('No connection', "Drop-ins can be added when you're back online.")
  expect(screen.queryByRole('dialog')).toBeNull()
})
