import { DEFAULT_PICKUP_SETTINGS } from '@aftercare/domain/board/pickup-times'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { PricingTab } from './pricing-tab'

const SECTIONS: Record<string, unknown> = {
  about_aftercare: { title: 'About', content: { program_hours: '3 to 6' } },
  registration_agreement: { content: { items: ['Pay first.', '**Late pick-up costs $50.**'] } },
  dropin_agreement: { content: { items: ['Subject to availability.'] } },
}

const PRICES = { regular_price: 20, special_price: 30 }
const DROP_INS = { family_drop_in_price: 25, staff_drop_in_price: 30 }
const pricing = (months: number, ...others: object[]) => ({
  ...PRICES,
  ...DROP_INS,
  active_months: months + others.length,
  published_prices: [...Array.from({ length: months }, () => PRICES), ...others],
  version: 1,
})

let stored: Record<string, unknown>
/** What the server answers to a save with an old version. */
let stale: object | null
let isBroken: boolean
/** What the server says of a save of prices. */
let onlyDropIns: boolean
let writes: { path: string; body: unknown }[]

beforeEach(() => {
  writes = []
  stale = null
  isBroken = false
  onlyDropIns = false
  stored = {
    pricing: pricing(3),
    'default-seats': { seats: null, version: 0 },
    'pickup-times': { ...DEFAULT_PICKUP_SETTINGS, version: 0 },
    'statement-details': { legal_name: null, address: null, tax_number: null, version: 0 },
  }
})
withStaff(({ pathname }, init) => {
  const name = pathname.split('/').at(-1) ?? ''
  if (init?.method === 'PUT') {
    const { version, ...body } = JSON.parse(String(init.body))
    writes.push({ path: pathname, body })
    if (isBroken) return new Response(null, { status: 500 })
    const isStale = stale !== null && version === 1
    const error = { code: 'stale-version', message: 'Please review it.', stored: stale }
    if (isStale) return Response.json({ error }, { status: 409 })
    const before = stored[name] as object
    const prices = numbers(body)
    const { regular_price, special_price } = prices
    const published_prices = (before as { published_prices?: object[] }).published_prices?.map(() => ({
      regular_price,
      special_price,
    }))
    const after = { ...before, ...body, ...prices, ...(published_prices && { published_prices }) }
    stored[name] = { ...after, version: isSame(before, after) ? version : version + 1 }
    return Response.json({ ...(stored[name] as object), only_drop_ins: onlyDropIns })
  }
  if (name in stored) return Response.json(stored[name])
  if (name in SECTIONS) return Response.json({ ...(SECTIONS[name] as object), version: 1 })
})

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Prices are sent as text and returned as numbers. */
const numbers = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (name.endsWith('_price') ? [[name, Number(value)]] : [])),
  )

async function showTab() {
  const user = renderAdminPage('/admin/settings', <PricingTab />)
  await screen.findByLabelText(/Regular Price/)
  return user
}

it('saves seats without mentioning prices', async () => {
  const user = await showTab()
  await user.type(await screen.findByLabelText(/Seats per day for new months/), '12')
  await user.click(screen.getByRole('button', { name: 'Save seats' }))
  await waitFor(() => expect(writes).toEqual([{ path: '/api/admin/default-seats', body: { seats: 12 } }]))
  await expectToast('Seats for new months saved')
})

/** As browsers do it: what is no number is shown, and its value is empty. */
function enterUnreadable(input: HTMLElement, badInput: boolean) {
  Object.defineProperty(input, 'validity', { configurable: true, value: { badInput } })
  fireEvent.input(input, { target: { value: '' } })
}

it('does not save seats that are no number as no limit', async () => {
  stored['default-seats'] = { seats: 20, version: 1 }
  const user = await showTab()
  const seats = await screen.findByLabelText(/Seats per day for new months/)
  enterUnreadable(seats, true)
  await user.click(screen.getByRole('button', { name: 'Save seats' }))
  await screen.findByText('Please enter a whole number from 1 to 500')
  expect(writes).toEqual([])
  enterUnreadable(seats, false)
  await user.click(screen.getByRole('button', { name: 'Save seats' }))
  await waitFor(() => expect(writes).toEqual([{ path: '/api/admin/default-seats', body: { seats: null } }]))
})

it('leaves unsaved prices out when saving seats', async () => {
  const user = await showTab()
  const regular = screen.getByLabelText<HTMLInputElement>(/Regular Price/)
  await user.clear(regular)
  await user.type(regular, '99')
  await user.type(await screen.findByLabelText(/Seats per day for new months/), '12')
  await user.click(screen.getByRole('button', { name: 'Save seats' }))
  await waitFor(() => expect(writes.map(({ path }) => path)).toEqual(['/api/admin/default-seats']))
  expect(regular.value).toBe('99')
})

it('names the setting that was not saved, and what to do', async () => {
  isBroken = true
  const user = await showTab()
  await user.type(await screen.findByLabelText(/Seats per day for new months/), '12')
  await user.click(screen.getByRole('button', { name: 'Save seats' }))
  await expectToast('Seats for new months not saved', 'Please try again.')
})

it('says that months were updated only when a price changed', async () => {
  const user = await showTab()
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await save()
  expect(await screen.findByText('The prices are the same as before.')).toBeDefined()
  const special = screen.getByLabelText(/Special Price/)
  await user.clear(special)
  await user.type(special, '35')
  await save()
  expect(writes).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Save new prices' }))
  expect(await screen.findByText('Default pricing has been updated for all active months')).toBeDefined()
})

it.each([
  [
    1,
    'New prices apply to days chosen from now on, in 1 published month. Days already registered keep their price.',
  ],
  [
    3,
    'New prices apply to days chosen from now on, in 3 published months. Days already registered keep their price.',
  ],
])('asks before it changes the prices of %i published months', async (active_months, question) => {
  stored.pricing = pricing(active_months)
  const user = await showTab()
  const special = screen.getByLabelText<HTMLInputElement>(/Special Price/)
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await user.clear(special)
  await save()
  expect(await screen.findByText('Special price is required')).toBeDefined()
  await user.type(special, '35')
  await save()
  expect(await screen.findByText(question)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  expect(special.value).toBe('35')
  expect(writes).toEqual([])
  await save()
  await user.click(await screen.findByRole('button', { name: 'Save new prices' }))
  await waitFor(() => expect(writes).toHaveLength(1))
})

it('says nothing of months after a save of drop-in prices alone', async () => {
  onlyDropIns = true
  const user = await showTab()
  const family = screen.getByLabelText(/Drop-in price for families/)
  await user.clear(family)
  await user.type(family, '27.50')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Drop-in prices saved', 'Drop-ins already booked keep their price.')
  expect(screen.queryByText(/for all active months/)).toBeNull()
})

it('offers untouched prices to the months that have others, and says so', async () => {
  stored.pricing = pricing(2, { regular_price: 17, special_price: 30 })
  const user = await showTab()
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await save()
  expect(await screen.findByText(/^New prices apply .* in 1 published month\./)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save new prices' }))
  expect(await screen.findByText('Default pricing has been updated for all active months')).toBeDefined()
  await save()
  expect(await screen.findByText('The prices are the same as before.')).toBeDefined()
})

it('sends prices that a colleague changed meanwhile only after another look', async () => {
  stored.pricing = pricing(1, { regular_price: 17, special_price: 30 })
  const user = await showTab()
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await save()
  await screen.findByText(/in 1 published month\./)
  const theirs = { regular_price: 25, special_price: 30 }
  stale = { ...theirs, ...DROP_INS, published_prices: [theirs, ...pricing(1).published_prices], version: 2 }
  stored.pricing = stale
  await user.click(screen.getByRole('button', { name: 'Save new prices' }))
  expect(await screen.findByText('Please review it.')).toBeDefined()
  expect(writes).toHaveLength(1)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Regular Price/).value).toBe('25.00'))
})

it('saves the prices of drop-ins without a question about months', async () => {
  const user = await showTab()
  const family = screen.getByLabelText<HTMLInputElement>(/Drop-in price for families/)
  expect([family.value, screen.getByLabelText<HTMLInputElement>(/Drop-in price for staff/).value]).toEqual([
    '25.00',
    '30.00',
  ])
  await user.clear(family)
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Drop-in price for families is required')).toBeDefined()
  await user.type(family, '27.5')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(writes).toMatchObject([{ body: { family_drop_in_price: '27.5' } }]))
})

it('asks nothing where no month is published', async () => {
  stored.pricing = pricing(0)
  const user = await showTab()
  const special = screen.getByLabelText(/Special Price/)
  await user.clear(special)
  await user.type(special, '35')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(writes).toHaveLength(1))
})

it('shows what families read about pick-up times, with links to the texts', async () => {
  await showTab()
  const texts = within(await screen.findByRole('region', { name: 'What families see' }))
  expect(await texts.findByText('3 to 6')).toBeDefined()
  expect(await texts.findByText('Late pick-up costs $50.')).toBeDefined()
  expect(await texts.findByText('Pick-up is not mentioned.')).toBeDefined()
  expect(texts.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/settings',
    '/admin/settings?tab=agreements',
    '/admin/settings?tab=agreements&agreement=drop-in',
  ])
})

it('keeps days that have begun with the pick-up times', async () => {
  const user = await showTab()
  const name = 'Families may give up days that have begun'
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name })
  expect(box.checked).toBe(true)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Save times' }))
  const body = { ...DEFAULT_PICKUP_SETTINGS, give_up_begun_days: false }
  await waitFor(() => expect(writes).toEqual([{ path: '/api/admin/pickup-times', body }]))
})

it('switches off late drop-ins with the pick-up times', async () => {
  const user = await showTab()
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'No drop-ins for today after the pick-up time',
  })
  expect(box.checked).toBe(false)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Save times' }))
  const body = { ...DEFAULT_PICKUP_SETTINGS, no_late_drop_ins: true }
  await waitFor(() => expect(writes).toEqual([{ path: '/api/admin/pickup-times', body }]))
  expect(await screen.findByText('Pick-up times saved')).toBeDefined()
})
