import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setServerTime } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import BoardPage from './board-page'
import { aMomentLater, button, card, counts, names, withBoard } from './testing/board'
import { aCard } from './testing/board-server'

const show = withBoard(<BoardPage />)

const CARDS = [
  aCard('Zoe Ito', { dismissal: 'noon', dismissal_time: '12:00' }),
  aCard('Ada Lee'),
  aCard('Ben Ode', {
    adults: [
      { name: 'Dana Okafor', phone: '(555) 014-2210' },
      { name: 'Kemi Okafor', phone: '555 0101' },
    ],
  }),
  aCard('Cleo Fry'),
]

const at = (time: string) => act(() => setServerTime(`2026-11-16T${time}.000Z`))
const summary = () => screen.queryByText(/not arrived$/)?.textContent
const group = () => within(screen.getByRole('region', { name: 'Not arrived' }))

it('says who has not arrived 20 minutes after aftercare began, with a phone link, until they are marked', async () => {
  const { user } = await show(CARDS, (far) =>
    far.markElsewhere('Cleo Fry', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
  )
  expect(summary()).toBe('1 not arrived')
  at('20:49:59')
  expect(names()).toEqual(['Zoe Ito', 'Ada Lee', 'Ben Ode', 'Cleo Fry'])
  expect(card('Ada Lee').textContent).toBe('Ada LeeExpected Arrived')
  at('20:50:00')
  expect(summary()).toBe('3 not arrived')
  expect(card('Ada Lee').textContent).toBe('Ada LeeNot arrivedArrived')
  expect(counts()[0]).toBe('3 Expected')
  await waitFor(() => expect(group().getByRole('heading', { name: 'Not arrived (3)' })).toBeTruthy())
  const links = group()
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'))
  expect(links.slice(1)).toEqual([
    'Call Dana Okafor, (555) 014-2210',
    'Call Dana Okafor, (555) 014-2210',
    'Call Kemi Okafor, 555 0101',
  ])
  await user.click(button('Arrived', card('Ada Lee')))
  expect(summary()).toBe('2 not arrived')
  expect(card('Ada Lee').textContent).toBe('Ada LeeHere 3:50 PMPicked up')
  aMomentLater()
  await waitFor(() => expect(names()).toEqual(['Zoe Ito', 'Ben Ode', 'Ada Lee', 'Cleo Fry']))
})

it('puts them after those who are late, and filters and searches as before', async () => {
  const { user } = await show(CARDS, (far) =>
    far.markElsewhere('Cleo Fry', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
  )
  at('22:42:00')
  await waitFor(() => expect(names()).toEqual(['Cleo Fry', 'Zoe Ito', 'Ada Lee', 'Ben Ode']))
  await user.click(screen.getByRole('button', { name: '3 Expected' }))
  expect(names()).toEqual(['Zoe Ito', 'Ada Lee', 'Ben Ode'])
  await user.type(screen.getByRole('searchbox'), 'ben')
  expect(names()).toEqual(['Ben Ode'])
  expect(summary()).toBe('3 not arrived')
})

it('comes without a connection too', async () => {
  const { server, open } = await show(CARDS.slice(1))
  server.isReached = false
  open(null)
  // A new page has nothing in memory.
  queryClient.clear()
  open(<BoardPage />)
  await screen.findByRole('article', { name: 'Ada Lee' })
  expect(summary()).toBeUndefined()
  at('20:50:00')
  expect(summary()).toBe('3 not arrived')
})

it('calls nobody at what is no phone number, and says so', async () => {
  const adults = [{ name: 'Dana Okafor', phone: '555 01' }]
  const { user } = await show([
    aCard('Ada Lee', { adults, pickup_people: [{ name: 'Jo', phone: 'ask Dana' }] }),
    aCard('Ben Ode', { adults, pickup_people: [{ name: 'Jo', phone: '555 0142' }] }),
  ])
  at('20:50:00')
  expect(card('Ada Lee').textContent).toBe('Ada LeeNot arrivedNo phoneArrived')
  expect(card('Ben Ode').textContent).toBe('Ben OdeNot arrivedArrived')
  await user.click(button('Ada Lee', card('Ada Lee')))
  expect(card('Ada Lee').textContent).toContain('Parent Dana Okafor555 01')
  expect(within(card('Ada Lee')).queryByRole('link')).toBeNull()
  await user.click(button('Arrived', card('Ada Lee')))
  aMomentLater()
  await user.click(button('Picked up', card('Ada Lee')))
  expect(within(await screen.findByRole('dialog')).queryByRole('link')).toBeNull()
})

it('offers nobody who must not pick up, and marks them in the details, where the number stays', async () => {
  const must_not_pick_up = [{ name: 'kemi okafor', note: null }]
  const kemi = { name: 'Kemi Okafor', phone: '555 0101' }
  const { user } = await show([
    aCard('Ada Lee', { adults: [kemi], must_not_pick_up }),
    aCard('Ben Ode', { adults: [{ name: 'Dana Okafor', phone: '555 0102' }, kemi], must_not_pick_up }),
  ])
  at('20:50:00')
  const links = (name: string) =>
    within(card(name))
      .queryAllByRole('link')
      .map((link) => link.getAttribute('aria-label'))
  expect(card('Ada Lee').textContent).toBe('Ada LeeNot arrivedNo phoneArrived')
  expect([links('Ada Lee'), links('Ben Ode')]).toEqual([[], ['Call Dana Okafor, 555 0102']])
  await user.click(button('Ada Lee', card('Ada Lee')))
  expect(card('Ada Lee').textContent).toContain('Parent Kemi Okafor Must not pick up555 0101')
})

it('is never said on a cancelled day', async () => {
  await show(CARDS, (far) => {
    far.isCancelled = true
  })
  at('21:30:00')
  expect(summary()).toBeUndefined()
  expect(card('Ada Lee').textContent).toBe('Ada LeeCancelled')
})
