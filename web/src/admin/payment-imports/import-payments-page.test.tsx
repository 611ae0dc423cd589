import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import ImportPaymentsPage from './import-payments-page'
import type { PaymentReviewJson, PaymentReviewLine } from './payment-imports.api'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

const aLine = (line: number, values: Partial<PaymentReviewLine> = {}): PaymentReviewLine => ({
  id: String(line),
  line,
  state: 'ready',
  reason: null,
  date: '2026-11-03',
  date_text: '11/03/2026',
  amount: 20,
  amount_text: '20.00',
  payer: 'Ana Silva',
  email: '',
  reference: `TX-${line}`,
  payment_method: null,
  note: '',
  family: { id: 'ana', name: 'Ana Silva' },
  found_by: 'name',
  submission: null,
  reverses: null,
  is_skipped: false,
  is_included: false,
  is_unreadable: false,
  ...values,
})
const NONE = { count: 0, amount: 0 }
const NO_TOTALS = {
  ready: NONE,
  reversals: NONE,
  choose: NONE,
  choose_payment: NONE,
  recorded: NONE,
  skipped: NONE,
}
const aReview = (values: Partial<PaymentReviewJson> = {}): PaymentReviewJson => ({
  id: 'r1',
  version: 1,
  file_name: 'november.csv',
  headings: ['Date', 'Amount', 'Payer'],
  columns: { date: 0, amount: 1, payer: 2, email: null, reference: null, method: null, note: null },
  date_order: 'month-first',
  totals: { ...NO_TOTALS, ready: { count: 2, amount: 40 } },
  rows: [aLine(2), aLine(3)],
  total: 2,
  page: 1,
  size: 50,
  ...values,
})

const REVERSIBLE = {
  id: 'p1',
  amount: 50,
  left_amount: 50,
  payment_date: '2026-11-02',
  payment_method: 'check',
  submission_id: null,
}

let review: PaymentReviewJson | null
let sent: { method: string; path: string; body: unknown; key: string | null }[]
let answer: () => Response | Promise<Response>
let isUnreachable: boolean
let areFamiliesFailing: boolean
let choices: () => Response

beforeEach(() => {
  isUnreachable = false
  areFamiliesFailing = false
  choices = () => Response.json({ rows: [], total: 0, page: 1, size: 100 })
  review = aReview()
  sent = []
  answer = () => Response.json(review)
})

withStaff((url, init) => {
  if (url.pathname === '/api/admin/parents/ana/submissions') return choices()
  const path = url.pathname.replace('/api/admin/payment-imports', '')
  if (path === url.pathname) return undefined
  if (isUnreachable) throw new TypeError('Failed to fetch')
  if (path === '/families' && areFamiliesFailing) return error(500, 'internal', '')
  if (init?.method && init.method !== 'GET') {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const key = new Headers(init.headers).get('idempotency-key')
    sent.push({ method: init.method, path: path + url.search, body, key })
    return answer()
  }
  if (path === '/review') return Response.json({ review })
  if (path === '/payments') return Response.json({ rows: [REVERSIBLE] })
  return Response.json({ rows: [], total: 0, page: 1, size: 10 })
})

const show = () => renderAdminPage('/admin/parent-users/import-payments', <ImportPaymentsPage />)
const error = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status })
const chooseFile = (file: File) =>
  fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } })

it('sends the file as it is, with its name, and shows the sentence for one that cannot be read', async () => {
  review = null
  show()
  await screen.findByRole('button', { name: 'Choose File' })
  answer = () => error(422, 'import-rejected', 'This is a PDF. Please export a CSV file instead.')
  const file = new File(['%PDF'], 'a & b.csv')
  chooseFile(file)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This is a PDF. Please export a CSV file instead.',
  )
  expect(sent).toMatchObject([{ method: 'POST', path: '/review?file_name=a+%26+b.csv', body: file }])
})

it('does not send a file of more than 5 MB', async () => {
  review = null
  show()
  await screen.findByRole('button', { name: 'Choose File' })
  const file = new File(['x'], 'large.csv')
  Object.defineProperty(file, 'size', { value: 5_000_001 })
  chooseFile(file)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This file is larger than 5 MB/)
  expect(sent).toEqual([])
})

it('imports what was shown, once for two presses, and says what changed meanwhile', async () => {
  show()
  const button = await screen.findByRole('button', { name: 'Import 2 payments ($40.00)' })
  answer = () =>
    error(409, 'import-changed', 'Nothing was imported, because something changed since the review. Line 2.')
  fireEvent.click(button)
  fireEvent.click(button)
  await expectToast(
    'File not imported',
    'Nothing was imported, because something changed since the review. Line 2.',
  )
  expect(sent).toMatchObject([{ path: '', body: { id: 'r1', version: 1 }, key: expect.any(String) }])
})

it('discards no review whose import is on its way', async () => {
  show()
  let respond = (_: Response) => {}
  answer = () => new Promise((resolve) => (respond = resolve))
  const another = await screen.findByRole<HTMLButtonElement>('button', { name: 'Choose Another File' })
  expect(another.disabled).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: /^Import 2/ }))
  await waitFor(() => expect(another.disabled).toBe(true))
  respond(error(500, 'internal', 'Something went wrong.'))
  await waitFor(() => expect(another.disabled).toBe(false))
})

it('keeps the key after a lost response, so that clicking again imports once', async () => {
  show()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  fireEvent.click(await screen.findByRole('button', { name: /^Import 2/ }))
  await expectToast(
    'Import not confirmed',
    'The import did not finish. Please try again: nothing is imported twice.',
  )
  answer = () => error(500, 'internal', 'Something went wrong.')
  fireEvent.click(await screen.findByRole('button', { name: /^Import 2/ }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

it('says that a file was imported whose response was lost', async () => {
  show()
  answer = () => {
    if (review === null) return Response.json({ id: 'i1', payments: 2, reversals: 1, amount: 40 })
    review = null
    throw new TypeError('Failed to fetch')
  }
  fireEvent.click(await screen.findByRole('button', { name: /^Import 2/ }))
  await expectToast('File imported', '2 payments, 1 reversal ($40.00)')
  expect(sent).toHaveLength(2)
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

it('says that a review ended which was not ended here, instead of showing the chooser alone', async () => {
  review = aReview({ id: 'r2' })
  show()
  answer = () => {
    review = null
    return error(404, 'import-over', 'This review has ended. Please choose the file again.')
  }
  fireEvent.click(await screen.findByRole('button', { name: /^Import 2/ }))
  await screen.findByText(/^The review of/)
  expect(screen.getByText(/^The review of/).textContent).toMatch(/november\.csv has ended: it was imported/)
  expect(screen.getByRole('button', { name: 'Choose File' })).toBeTruthy()
})

it.each(['Import 2 payments ($40.00)', 'Choose Another File'])(
  'says nothing of the kind after the button "%s"',
  async (button) => {
    review = aReview({ id: `ends by ${button}` })
    show()
    answer = () => {
      review = null
      return Response.json({ id: 'i1', payments: 2, reversals: 0, amount: 40 })
    }
    fireEvent.click(await screen.findByRole('button', { name: button }))
    const dialog = button === 'Choose Another File' && (await screen.findByRole('alertdialog'))
    if (dialog) fireEvent.click(within(dialog).getByRole('button', { name: button }))
    await screen.findByRole('button', { name: 'Choose File' })
    expect(screen.queryByText(/^The review of/)).toBeNull()
  },
)

it('does not claim to know while the server cannot be reached', async () => {
  show()
  const button = await screen.findByRole('button', { name: /^Import 2/ })
  isUnreachable = true
  fireEvent.click(button)
  await expectToast(
    'Import not confirmed',
    "The connection was lost, so we don't know whether the file was imported. Please try again: nothing is imported twice.",
  )
})

it('ticks "Import anyway" within the click, keeps the later of two clicks, and imports once both are stored', async () => {
  const recorded = aLine(3, { state: 'recorded', reason: 'Already imported' })
  review = aReview({ rows: [aLine(2), recorded] })
  show()
  const responses: ((response: Response) => void)[] = []
  answer = () => new Promise((resolve) => responses.push(resolve))
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Import anyway (line 3)' })
  fireEvent.click(box)
  expect(box.checked).toBe(true)
  fireEvent.click(box)
  expect(box.checked).toBe(false)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Import 2/ }).disabled).toBe(true)
  const store = async (n: number, is_included: boolean) => {
    await waitFor(() => expect(responses).toHaveLength(n))
    review = aReview({ version: n + 1, rows: [aLine(2), { ...recorded, is_included }] })
    responses[n - 1]?.(Response.json(review))
  }
  await store(1, true)
  expect(box.checked).toBe(false)
  await store(2, false)
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Import 2/ }).disabled).toBe(false),
  )
  expect(box.checked).toBe(false)
  expect(sent.map(({ body }) => body)).toMatchObject([{ included: true }, { included: false }])
})

it('offers to try again when the families to choose from cannot be loaded', async () => {
  review = aReview({ rows: [aLine(2, { state: 'choose', family: null, found_by: null })] })
  show()
  areFamiliesFailing = true
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a family for line 2' }))
  await screen.findByText('Failed to load the families')
  expect(screen.queryByText('No families match this search')).toBeNull()
  areFamiliesFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No families match this search')
  expect(screen.queryByText('Failed to load the families')).toBeNull()
})

it('has nothing to press while no line is ready', async () => {
  review = aReview({
    totals: NO_TOTALS,
    rows: [],
    total: 0,
  })
  show()
  const button = await screen.findByRole('button', { name: 'Import 0 payments ($0.00)' })
  expect((button as HTMLButtonElement).disabled).toBe(true)
})

it('asks for the columns that a file does not name', async () => {
  review = aReview({ columns: { ...aReview().columns, amount: null } })
  show()
  expect(await screen.findByText(/Choose the columns of the date and the amount/)).toBeTruthy()
  expect(screen.getByText('Columns').closest('details')?.open).toBe(true)
})

it('sends only the column that was chosen, so that a second choice keeps the first', async () => {
  const user = show()
  await user.click(await screen.findByText('Columns'))
  for (const [field, heading] of [
    ['Note', 'Payer'],
    ['Payer', 'Not in this file'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: field }))
    await user.click(await screen.findByRole('option', { name: heading }))
  }
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { id: 'r1', columns: { note: 2 } },
      { id: 'r1', columns: { payer: null } },
    ]),
  )
})

it('sends a decision about one line, with the page that is shown', async () => {
  review = aReview({
    rows: [
      aLine(2, { state: 'recorded', reason: 'Imported on Nov 10, 2026' }),
      aLine(3, { is_skipped: true, state: 'skipped' }),
    ],
  })
  show()
  const table = await screen.findByRole('table', { name: 'Lines of the file' })
  fireEvent.click(within(table).getByRole('checkbox', { name: 'Import anyway (line 2)' }))
  fireEvent.click(within(table).getByRole('button', { name: "Don't Skip line 3" }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      { method: 'PATCH', path: '/review?state=all&page=1', body: { id: 'r1', line: 2, included: true } },
      { method: 'PATCH', path: '/review?state=all&page=1', body: { id: 'r1', line: 3, skipped: false } },
    ]),
  )
})

it('shows markup and formulas as text', async () => {
  review = aReview({ rows: [aLine(2, { payer: '<img src=x onerror=alert(1)>', note: '=1+1' })] })
  show()
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(document.querySelector('table img')).toBeNull()
})

it('counts reversals apart, and lets staff choose the payment of each', async () => {
  review = aReview({
    totals: {
      ...NO_TOTALS,
      ready: { count: 2, amount: 0 },
      reversals: { count: 1, amount: -20 },
      choose_payment: { count: 1, amount: -20 },
    },
    rows: [
      aLine(2),
      aLine(3, { amount: -20, reverses: { id: 'p1', payment_date: '2026-11-02', amount: 50 } }),
      aLine(4, { amount: -20, state: 'choose_payment' }),
    ],
    total: 3,
  })
  show()
  await screen.findByRole('button', { name: 'Import 1 payment ($20.00) and 1 reversal (-$20.00)' })
  screen.getByRole('button', { name: 'Change what line 3 reverses: $50.00 on Nov 2, 2026' })
  fireEvent.click(screen.getByRole('button', { name: 'Choose a payment for line 4' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a payment' }))
  fireEvent.click(await dialog.findByRole('radio', { name: /^\$50\.00 on Nov 2, 2026/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Choose' }))
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ line: 4, payment_id: 'p1' }))
})

it("says that a family's submissions could not be loaded, and can try again", async () => {
  choices = () => error(422, 'invalid', '')
  const user = show()
  await user.click((await screen.findAllByRole('button', { name: /General Payment/ }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply to' }))
  await dialog.findByText(/^We couldn't load the submissions\./)
  const submission = {
    month: null,
    dropin_date: '2026-11-05',
    total_fee: 25,
    paid_amount: 0,
    child_name: 'Leo',
  }
  choices = () => Response.json({ rows: [{ id: 's1', ...submission }], total: 1, page: 1, size: 100 })
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByRole('radio', { name: /Leo/ })
})
