import { FAMILY_FIELDS } from '@aftercare/domain/imports/family-fields'
import { validMapping } from '@aftercare/domain/imports/import-columns'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { renderAdminPage, withStaff } from '../../testing/staff'
import type { FamilyReviewJson, FamilyReviewLine } from './family-imports.api'
import ImportFamiliesPage from './import-families-page'

const aLine = (line: number, values: Partial<FamilyReviewLine> = {}): FamilyReviewLine => ({
  id: String(line),
  line,
  state: 'new-family',
  reason: null,
  parent: 'Dana Okafor',
  email: 'dana@example.com',
  phone: '555 0101',
  child: 'Amara',
  allergies: 'Peanuts',
  notes: '',
  grade: 'Pre-K 4',
  pickup_people: [],
  second: null,
  ...values,
})

const aReview = (rows: FamilyReviewLine[]): FamilyReviewJson => ({
  id: 'review',
  version: 1,
  file_name: 'families.csv',
  headings: ['Parent', 'Email', 'Kid'],
  columns: { ...validMapping({}, FAMILY_FIELDS, 0), email: 1, parent: 0, child: 2 },
  unassigned: [],
  send_invitations: false,
  totals: {
    lines: { 'new-family': 2, 'new-child': 1, known: 1, 'left-out': 1 },
    new_families: 1,
    known_families: 1,
    second_adults: 0,
  },
  rows,
  total: rows.length,
  page: 1,
  size: 50,
})

const REVIEW = aReview([
  aLine(2),
  aLine(3, { child: '<b>Kofi</b>' }),
  aLine(4, { child: 'Ida', email: 'linh@example.com', state: 'new-child' }),
  aLine(5, { child: 'Zoë', state: 'known', reason: 'Same child as line 2' }),
  aLine(6, { child: '', state: 'left-out', reason: "The child's name is missing" }),
])

let undone = false
const earlierImport = () => ({
  id: 'import-1',
  file_name: 'fall.csv',
  families: 3,
  children: 4,
  imported_at: '2026-11-16T14:00:00.000Z',
  imported_by_name: 'Rosa Medina',
  undone_at: undone ? '2026-11-16T15:00:00.000Z' : null,
  undone_by_name: undone ? 'Rosa Medina' : null,
  stayed: undone ? 1 : 0,
  removable: { families: undone ? 0 : 2, children: undone ? 0 : 3 },
  staying: [{ id: 'dana', name: 'Dana Okafor', reason: 'signed in' }],
})
let stored: FamilyReviewJson | null
let uninvited = 0
let sent: [method: string, body: unknown][] = []
let respond: ((url: URL, init?: RequestInit) => Response | Promise<Response> | undefined) | null = null

withStaff((url, init) => {
  const special = respond?.(url, init)
  if (special) return special
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : null
  const earlier = url.pathname.startsWith('/api/admin/family-imports')
  if (earlier && (url.pathname.endsWith('/undo') || !init?.method || init.method === 'GET')) {
    if (url.pathname.endsWith('/import-1/undo')) {
      sent.push(['undo', null])
      undone = true
    }
    if (url.pathname.includes('/import-1')) return Response.json(earlierImport())
    if (url.pathname === '/api/admin/family-imports')
      return Response.json({ rows: [earlierImport()], total: 1, page: 1, size: 10 })
  }
  if (url.pathname === '/api/admin/family-imports') {
    sent.push(['import', body])
    stored = null
    return Response.json({ families: 2, children: 3, invitations: 1 })
  }
  if (url.pathname === '/api/admin/family-imports/invitations') {
    sent.push(['invite', body])
    const invitations = uninvited
    uninvited = 0
    return Response.json({ invitations })
  }
  if (url.pathname !== '/api/admin/family-imports/review') return undefined
  if (!init?.method || init.method === 'GET') return Response.json({ review: stored, uninvited })
  if (init.method === 'POST') sent.push(['upload', url.searchParams.get('file_name')])
  else {
    const { id: _, ...decision } = body
    sent.push(['decide', decision])
    stored = { ...REVIEW, ...decision, version: 2 }
  }
  stored ??= REVIEW
  return Response.json(stored)
})

function open(review: FamilyReviewJson | null, neverInvited = 0) {
  stored = review
  uninvited = neverInvited
  sent = []
  undone = false
  respond = null
  return renderAdminPage('/admin/parent-users/import-families', <ImportFamiliesPage />)
}

const choose = async (user: ReturnType<typeof open>, name = 'families.csv') =>
  user.upload(
    await screen.findByLabelText('CSV file'),
    new File(['Parent,Email'], name, { type: 'text/csv' }),
  )

it('shows what a file would add, with a reason for each line that is left out', async () => {
  const user = open(null)
  await choose(user)
  const table = within(await screen.findByRole('table', { name: 'Lines of the file' }))
  expect(table.getByText('<b>Kofi</b>')).toBeTruthy()
  expect(table.getByText("The child's name is missing")).toBeTruthy()
  expect(table.getByText('Same child as line 2')).toBeTruthy()
  const totals = within(screen.getByRole('group', { name: 'Lines shown' }))
  expect(totals.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All lines5',
    'New family21 family',
    'New child1in 1 family',
    'Already there1',
    'Left out1',
  ])
  expect(screen.getByRole('button', { name: 'Import 2 families (3 children)' })).toBeTruthy()
  expect(sent).toEqual([['upload', 'families.csv']])
})

it('stores the tick for invitations, then imports what was shown', async () => {
  const user = open(REVIEW)
  await user.click(await screen.findByRole('checkbox', { name: 'Send invitations' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Send invitations' }).checked).toBe(true),
  )
  await user.click(screen.getByRole('button', { name: 'Import 2 families (3 children)' }))
  expect(await screen.findByText('2 families (3 children), 1 invitation sent')).toBeTruthy()
  expect(sent).toEqual([
    ['decide', { send_invitations: true }],
    ['import', { id: 'review', version: 2 }],
  ])
  expect(await screen.findByRole('button', { name: 'Choose File' })).toBeTruthy()
})

/** Answers each decision only when told to, by storing it or with an error. */
function holdDecisions() {
  const held: { send_invitations: boolean; answer: (response?: Response) => Promise<void> }[] = []
  respond = (_, init) => {
    if (init?.method !== 'PATCH') return undefined
    const { send_invitations } = JSON.parse(String(init.body))
    return new Promise((resolve) => {
      held.push({
        send_invitations,
        answer: (response) =>
          act(async () => {
            if (!response) stored = { ...REVIEW, send_invitations, version: (stored?.version ?? 0) + 1 }
            resolve(response ?? Response.json(stored))
          }),
      })
    })
  }
  return held
}

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Send invitations' })
const importButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Import 2 families (3 children)' })

it('ticks the box within the click, and imports only once it is stored', async () => {
  open(REVIEW)
  await screen.findByRole('checkbox', { name: 'Send invitations' })
  const held = holdDecisions()
  fireEvent.click(box())
  expect(box().checked).toBe(true)
  expect(importButton().disabled).toBe(true)
  await waitFor(() => expect(held).toHaveLength(1))
  expect(box().checked).toBe(true)
  await held[0]?.answer()
  await waitFor(() => expect(importButton().disabled).toBe(false))
  expect(box().checked).toBe(true)
})

it('keeps the later of two clicks, sent one after the other', async () => {
  open(REVIEW)
  await screen.findByRole('checkbox', { name: 'Send invitations' })
  const held = holdDecisions()
  fireEvent.click(box())
  fireEvent.click(box())
  expect(box().checked).toBe(false)
  await waitFor(() => expect(held).toHaveLength(1))
  await held[0]?.answer()
  expect(box().checked).toBe(false)
  expect(importButton().disabled).toBe(true)
  await waitFor(() => expect(held.map((sending) => sending.send_invitations)).toEqual([true, false]))
  await held[1]?.answer()
  await waitFor(() => expect(importButton().disabled).toBe(false))
  expect(box().checked).toBe(false)
})

it('unticks the box with a message if it is refused', async () => {
  open(REVIEW)
  await screen.findByRole('checkbox', { name: 'Send invitations' })
  const held = holdDecisions()
  fireEvent.click(box())
  await waitFor(() => expect(held).toHaveLength(1))
  const error = { code: 'rate_limited', message: 'Too many requests.' }
  await held[0]?.answer(Response.json({ error }, { status: 429 }))
  expect(await screen.findByText(error.message)).toBeTruthy()
  await waitFor(() => expect(importButton().disabled).toBe(false))
  expect(box().checked).toBe(false)
})

it('shows what was stored after a lost response, with a message', async () => {
  open(REVIEW)
  await screen.findByRole('checkbox', { name: 'Send invitations' })
  const held = holdDecisions()
  fireEvent.click(box())
  await waitFor(() => expect(held).toHaveLength(1))
  stored = { ...REVIEW, send_invitations: true, version: 2 }
  await held[0]?.answer(new Response('', { status: 502 }))
  expect(await screen.findByText('Change not saved')).toBeTruthy()
  await waitFor(() => expect(box().checked).toBe(true))
})

it('ignores a refetch that began before the tick was stored', async () => {
  open(REVIEW)
  await screen.findByRole('checkbox', { name: 'Send invitations' })
  let answerRefetch = (_: Response) => {}
  respond = (_, init) =>
    init?.method === 'PATCH' ? undefined : new Promise((resolve) => (answerRefetch = resolve))
  void queryClient.invalidateQueries({ queryKey: ['admin', 'imports'] })
  fireEvent.click(box())
  await waitFor(() => expect(sent).toEqual([['decide', { send_invitations: true }]]))
  await waitFor(() => expect(importButton().disabled).toBe(false))
  await act(async () => answerRefetch(Response.json({ review: REVIEW, uninvited: 0 })))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(() => new Promise((drawn) => setTimeout(drawn)))
  expect(box().checked).toBe(true)
})

it('ignores the response to a click that a later change, such as of another tab, has overtaken', async () => {
  open(REVIEW)
  await screen.findByRole('checkbox', { name: 'Send invitations' })
  let answerClick = (_: Response) => {}
  respond = (_, init) =>
    init?.method === 'PATCH' ? new Promise((resolve) => (answerClick = resolve)) : undefined
  fireEvent.click(box())
  stored = { ...REVIEW, send_invitations: false, version: 3 }
  await queryClient.invalidateQueries({ queryKey: ['admin', 'imports'] })
  await act(async () => answerClick(Response.json({ ...REVIEW, send_invitations: true, version: 2 })))
  await waitFor(() => expect(importButton().disabled).toBe(false))
  expect(box().checked).toBe(false)
})

it('says what changed since the review, and shows the lines as they are now', async () => {
  const user = open(REVIEW)
  const message =
    'Nothing was imported, because something changed since the review. Line 2 (Amara) is now "Already there".'
  await screen.findByRole('table', { name: 'Lines of the file' })
  respond = ({ pathname }) => {
    if (pathname !== '/api/admin/family-imports') return undefined
    stored = { ...REVIEW, version: 2, rows: [aLine(2, { state: 'known', child: 'Changed' })] }
    return Response.json({ error: { code: 'import-changed', message } }, { status: 409 })
  }
  await user.click(screen.getByRole('button', { name: 'Import 2 families (3 children)' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(await screen.findByText('Changed')).toBeTruthy()
})

it('offers nothing to import where nothing is new, and asks for columns that are missing', async () => {
  const lines = { 'new-family': 0, 'new-child': 0, known: 2, 'left-out': 0 }
  open({
    ...REVIEW,
    columns: { ...REVIEW.columns, child: null },
    totals: { lines, new_families: 0, known_families: 0, second_adults: 0 },
  })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Nothing to import' })
  expect(button.disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Send invitations' }).disabled).toBe(true)
  expect(screen.getByText(/Choose the columns of the email and the child/)).toBeTruthy()
})

it('says why a file cannot be read, and takes another', async () => {
  const user = open(null)
  const error = { code: 'import-rejected', message: 'This is a PDF. Please export a CSV file instead.' }
  respond = (_, init) => (init?.method === 'POST' ? Response.json({ error }, { status: 422 }) : undefined)
  await choose(user)
  expect(await screen.findByText(error.message)).toBeTruthy()
  respond = null
  await choose(user)
  expect(await screen.findByRole('table', { name: 'Lines of the file' })).toBeTruthy()
  expect(screen.queryByText(error.message)).toBeNull()
})

it('offers to invite the parents that were imported without, and asks first', async () => {
  const user = open(REVIEW, 2)
  await user.click(await screen.findByRole('button', { name: 'Import 2 families (3 children)' }))
  expect(await screen.findByText("2 parents haven't been invited yet.")).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send Invitations' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Send the invitations?' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(sent.map(([what]) => what)).toEqual(['import'])
  await user.click(screen.getByRole('button', { name: 'Send Invitations' }))
  const again = within(await screen.findByRole('alertdialog', { name: 'Send the invitations?' }))
  await user.dblClick(again.getByRole('button', { name: 'Send Invitations' }))
  expect(await screen.findByText('2 invitations sent')).toBeTruthy()
  expect(sent.map(([what]) => what)).toEqual(['import', 'invite'])
  await waitFor(() => expect(screen.queryByText(/been invited yet/)).toBeNull())
})

it('says that nobody was left to invite, and why invitations could not be sent', async () => {
  const user = open(null, 1)
  const confirm = async () => {
    await user.click(await screen.findByRole('button', { name: 'Send Invitations' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Send the invitations?' }))
    await user.click(dialog.getByRole('button', { name: 'Send Invitations' }))
  }
  const error = { code: 'rate_limited', message: 'Too many requests.' }
  respond = ({ pathname }) =>
    pathname.endsWith('/invitations') ? Response.json({ error }, { status: 429 }) : undefined
  await confirm()
  expect(await screen.findByText(error.message)).toBeTruthy()
  expect(await screen.findByText("1 parent hasn't been invited yet.")).toBeTruthy()
  respond = ({ pathname }) =>
    pathname.endsWith('/invitations') ? Response.json({ invitations: 0 }) : undefined
  await confirm()
  expect(await screen.findByText('Everybody had already been invited.')).toBeTruthy()
})

it('has an example to download', async () => {
  const created = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:example')
  const user = open(null)
  await user.click(await screen.findByRole('button', { name: 'Download an Example' }))
  const [file] = created.mock.calls[0] ?? []
  expect(await (file as Blob).text()).toMatch(/^Parent,Email,Phone,Child,Allergies,Notes,Class\n/)
  created.mockRestore()
})

it('keeps the columns open, and imports nothing, until each is assigned or ticked "Not used"', async () => {
  const custody = { column: 3, heading: 'Custody', first_values: ['Court order', 'None'], unused: false }
  const other = { column: 4, heading: 'Bus', first_values: [], unused: false }
  const review = { ...REVIEW, headings: [...REVIEW.headings, 'Custody', 'Bus'], unassigned: [custody, other] }
  const user = open(review)
  respond = (_, init) => {
    if (init?.method !== 'PATCH') return undefined
    const { unused } = JSON.parse(String(init.body))
    sent.push(['decide', { unused }])
    const isUnused = (column: number) => unused.some((tick: { column: number }) => tick.column === column)
    const unassigned = (stored ?? review).unassigned.map((each) => ({
      ...each,
      unused: each.unused || isUnused(each.column),
    }))
    stored = { ...(stored ?? review), unassigned, version: (stored ?? review).version + 1 }
    return Response.json(stored)
  }
  const importButton = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: 'Import 2 families (3 children)' })
  const card = () => screen.getByText('Columns').closest('details') as HTMLDetailsElement
  const tick = await screen.findByRole('checkbox', { name: 'Not used: Custody' })
  expect(screen.getByText('Court order')).toBeTruthy()
  expect(screen.getByText('Assign 2 columns or tick “Not used” first.')).toBeTruthy()
  expect([card().open, importButton().disabled]).toEqual([true, true])
  await user.click(screen.getByText('Columns'))
  await waitFor(() => expect(card().open).toBe(true))
  await user.click(tick)
  expect(await screen.findByText('Assign 1 column or tick “Not used” first.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Not used: Bus' }))
  await waitFor(() => expect([card().open, importButton().disabled]).toEqual([false, false]))
  expect(sent).toEqual([
    ['decide', { unused: [{ column: 3, unused: true }] }],
    ['decide', { unused: [{ column: 4, unused: true }] }],
  ])
})

it('undoes an earlier import, and names the families that stay with the reason', async () => {
  const user = open(null)
  await user.click(await screen.findByRole('button', { name: 'Undo the import of fall.csv' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }))
  expect(
    await dialog.findByText(/^2 families and 3 children that it added are removed, with their invitations\./),
  ).toBeTruthy()
  expect(dialog.getByText(/1 family stays: .?Dana Okafor.? \(signed in\)/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Undo Import' }))
  expect(await screen.findByText('Import undone')).toBeTruthy()
  expect(await screen.findByText('1 family stays')).toBeTruthy()
  expect(sent).toEqual([['undo', null]])
})

it('says before undoing an import that it could not be checked, and can try again', async () => {
  const user = open(null)
  let isFailing = true
  respond = (url) =>
    isFailing && url.pathname.endsWith('/import-1') ? new Response(null, { status: 422 }) : undefined
  await user.click(await screen.findByRole('button', { name: 'Undo the import of fall.csv' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }))
  await dialog.findByText(/^We couldn't check what has happened since\./)
  expect(dialog.queryByText(/^Checking/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Undo Import' })).toHaveProperty('disabled', true)
  isFailing = false
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByText(/^2 families and 3 children/)
})
