import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { TemplatesForm } from '../mail/templates-form'
import { AboutTab } from './about-tab'
import { AgreementForm } from './agreement-form'
import { readStoredTemplates } from './site-content.api'

const ABOUT = {
  title: 'About',
  content: { description: 'Play.', program_hours: '3 to 6', pricing: '$20', contact: 'Call us' },
  version: 1,
}
const PROGRAM = {
  name: 'Hillside',
  contact_email: 'office@example.com',
  contact_phone: null,
  time_zone: 'America/New_York',
  version: 1,
}

/** Validation errors that only the server finds. */
let fields: Record<string, string>
beforeEach(() => {
  fields = {}
})
withStaff(({ pathname }, init) => {
  if (init?.method === 'POST' || init?.method === 'PUT')
    return Response.json({ error: { code: 'invalid', message: 'Refused.', fields } }, { status: 422 })
  if (pathname.endsWith('/about_aftercare')) return Response.json(ABOUT)
  if (pathname === '/api/admin/program') return Response.json(PROGRAM)
  if (pathname === '/api/admin/program/logo') return Response.json({ logo: null, version: 1 })
})

const save = async (user: ReturnType<typeof renderAdminPage>) =>
  user.click(await screen.findByRole('button', { name: 'Save Changes' }))
const hasFocus = (label: RegExp) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))

it('shows only the first rejected field of the About text', async () => {
  const user = renderAdminPage('/admin/settings', <AboutTab />)
  fields = { _pricing: 'Too dear', _contact: 'Not reachable' }
  await save(user)
  await screen.findByText('Validation Error')
  expect(screen.getAllByText('Too dear')).toHaveLength(2)
  expect(screen.queryByText('Not reachable')).toBeNull()
  await hasFocus(/^Pricing/)
})

it('shows the error at the rejected agreement item', async () => {
  const stored = { values: { items: ['Pay first.', 'Be kind.'], spanish: null }, version: 1 }
  const user = renderAdminPage(
    '/admin/settings',
    <AgreementForm section="registration_agreement" stored={stored} />,
  )
  fields = { 'items.1': 'Unkind' }
  await save(user)
  await waitFor(() => expect(screen.getAllByText('Unkind')).toHaveLength(2))
  await hasFocus(/^Item 2/)
})

it('selects the email whose subject is rejected', async () => {
  const stored = readStoredTemplates(null)
  const user = renderAdminPage('/admin/settings?tab=email-templates', <TemplatesForm stored={stored} />)
  fields = { 'content.daily-report.subject': 'Too plain' }
  await save(user)
  await waitFor(() => expect(window.location.search).toContain('template=daily-report'))
  await waitFor(() => expect(screen.getAllByText('Too plain')).toHaveLength(2))
  expect(screen.getByLabelText(/^Subject/).getAttribute('aria-invalid')).toBe('true')
})

it('says which Spanish text is missing or out of date, and opens at a rejected one', async () => {
  const spanish = { text: ['Sea amable.'], outdated: true }
  const stored = { values: { items: ['Be kind.'], spanish }, version: 1 }
  const user = renderAdminPage(
    '/admin/settings',
    <AgreementForm section="registration_agreement" stored={stored} />,
  )
  expect(await screen.findByText('check translation')).toBeTruthy()
  expect(screen.queryByLabelText('Spanish item 1')).toBeNull()
  fields = { 'spanish.text.0': 'Not Spanish' }
  await save(user)
  await hasFocus(/^Spanish item 1/)
  await user.click(screen.getByRole('button', { name: 'The translation is right' }))
  expect(screen.queryByText('check translation')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove Spanish item 1' }))
  expect(screen.getByText('Spanish missing')).toBeTruthy()
})
