import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { LiveUpdates } from '../../features/live-updates/live-updates'
import { programFacts, setProgram } from '../../lib/program'
import { LiveStream } from '../../testing/live-stream'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { ProgramCard } from './program-card'

const STORED = {
  name: 'Hillside',
  contact_email: 'office@example.com',
  contact_phone: null as string | null,
  time_zone: 'America/New_York',
  version: 1,
}
const PROGRAM = {
  name: 'Hillside',
  contact_email: 'office@example.com',
  contact_phone: null,
  logo: null,
  time_zone: 'America/New_York',
  now: '2026-11-16T21:37:00.000Z',
  is_clock_set: false,
  sends_mail: true,
}
let stored: typeof STORED
let logo: { logo: string | null; version: number }
let writes: { method: string; url: URL; body: unknown }[]
let respond: (() => Response) | null

beforeEach(() => {
  stored = { ...STORED }
  logo = { logo: null, version: 3 }
  writes = []
  respond = null
  setProgram(PROGRAM)
})
withStaff((url, init) => {
  const isLogo = url.pathname === '/api/admin/program/logo'
  if (init?.method === 'PUT' || init?.method === 'DELETE') {
    writes.push({ method: init.method, url, body: init.body })
    if (respond) return respond()
    if (isLogo)
      logo = { logo: init.method === 'PUT' ? '/api/program/logo/0f' : null, version: logo.version + 1 }
    else stored = { ...JSON.parse(String(init.body)), version: stored.version + 1 }
    return Response.json(isLogo ? logo : stored)
  }
  if (isLogo) return Response.json(logo)
  if (url.pathname === '/api/admin/program') return Response.json(stored)
  if (url.pathname === '/api/program')
    return Response.json({ ...PROGRAM, name: stored.name, logo: logo.logo })
  return undefined
})

const show = () =>
  renderAdminPage(
    '/admin/settings',
    <>
      <LiveUpdates />
      <ProgramCard />
    </>,
  )
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save details' }))
const error = (status: number, code: string, message: string) => () =>
  Response.json({ error: { code, message } }, { status })

it('saves the details, which this page then shows', async () => {
  show()
  await type(/^Name/, 'Hill & Dale')
  await type(/^Contact phone/, '(555) 010-0142')
  save()
  await expectToast('Program details saved')
  expect(JSON.parse(String(writes[0]?.body))).toEqual({
    name: 'Hill & Dale',
    contact_email: 'office@example.com',
    contact_phone: '(555) 010-0142',
    time_zone: 'America/New_York',
    version: 1,
  })
  await waitFor(() => expect(programFacts().name).toBe('Hill & Dale'))
})

it('rejects a missing name and a wrong address at their fields, and sends nothing', async () => {
  show()
  await type(/^Name/, ' ')
  await type(/^Contact email/, 'office')
  save()
  await screen.findByText('Please enter the name of your program')
  screen.getByText('Please enter a valid email address')
  expect(writes).toEqual([])
})

it('asks before another time zone, says what moves, and sends nothing on Cancel', async () => {
  const user = show()
  await user.click(await screen.findByRole('combobox', { name: /^Time zone/ }))
  // By its text: finding one of 400 options by role takes seconds.
  await user.click(await screen.findByText('Chicago (Central Time)'))
  save()
  const question = await screen.findByRole('alertdialog', {
    name: 'Change the time zone to Chicago (Central Time)?',
  })
  expect(question.textContent).toMatch(/It is \d+:\d\d [AP]M there now, not \d+:\d\d [AP]M\./)
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(writes).toEqual([])
  save()
  const again = await screen.findByRole('alertdialog')
  await user.click(within(again).getByRole('button', { name: 'Change time zone' }))
  await expectToast('Program details saved')
  expect(JSON.parse(String(writes[0]?.body)).time_zone).toBe('America/Chicago')
})

it('uploads a logo at once with its version, replaces and removes it', async () => {
  const user = show()
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  await screen.findByRole('button', { name: 'Upload logo' })
  await user.upload(screen.getByLabelText('Logo file'), file)
  await expectToast('Logo saved')
  expect([writes[0]?.method, writes[0]?.url.search]).toEqual(['PUT', '?version=3'])
  expect(writes[0]?.body).toBe(file)
  await screen.findByRole('button', { name: 'Replace logo' })
  await user.click(screen.getByRole('button', { name: 'Remove logo' }))
  await expectToast('Logo removed')
  expect([writes[1]?.method, writes[1]?.url.search]).toEqual(['DELETE', '?version=4'])
})

it('says why a logo was rejected, and does not send one that is too large', async () => {
  respond = error(422, 'logo-animated', 'This picture is animated. Please choose a still one.')
  const user = show()
  await screen.findByRole('button', { name: 'Upload logo' })
  await user.upload(screen.getByLabelText('Logo file'), new File(['x'], 'a.webp', { type: 'image/webp' }))
  await expectToast('Logo not saved', 'This picture is animated. Please choose a still one.')
  const large = new File([new Uint8Array(1_000_001)], 'large.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('Logo file'), large)
  await expectToast('Logo not saved', 'The logo can have up to 1 MB. Please choose a smaller file.')
  expect(writes).toHaveLength(1)
})

it("follows a colleague's change at once", async () => {
  show()
  await screen.findByLabelText(/^Name/)
  act(() => LiveStream.emit('program', { type: 'UPDATE', row: { ...PROGRAM, name: 'Renamed elsewhere' } }))
  await waitFor(() => expect(programFacts().name).toBe('Renamed elsewhere'))
})
