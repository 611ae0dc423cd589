import type { CancelRequest } from '@aftercare/domain/submissions/cancel-requests'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { CancelRequestBox } from './cancel-request'

withStaff(() => undefined)

const asked = {
  text: 'We <b>move</b>',
  asked_at: '2026-11-16T14:00:00.000Z',
  answer: null,
  answered_at: null,
}
const declined = { ...asked, answer: 'Please call us.', answered_at: '2026-11-17T14:00:00.000Z' }
const ask = { name: 'Ask to cancel this registration' }

it('sends the message once, and keeps it where the server rejects it', async () => {
  const sent: string[] = []
  const send = async (text: string) => {
    sent.push(text)
    if (sent.length === 1) throw new ApiError(409, 'already-asked', 'You have already asked.')
  }
  const user = renderAdminPage('/history', <CancelRequestBox name="a1" request={null} mayAsk send={send} />)
  await user.click(screen.getByRole('button', ask))
  expect(document.activeElement).toBe(screen.getByLabelText(/Message to the office/))
  await user.click(screen.getByRole('button', { name: 'Send Request' }))
  expect(screen.getByText('Please write a short message')).toBeDefined()
  await user.type(screen.getByLabelText(/Message to the office/), 'We move')
  await user.click(screen.getByRole('button', { name: 'Send Request' }))
  await expectToast('Error', 'You have already asked.')
  expect(screen.getByLabelText(/Message to the office/)).toHaveProperty('value', 'We move')
  await user.click(screen.getByRole('button', { name: 'Send Request' }))
  await expectToast('Request Sent', 'The office will cancel the registration or write to you.')
  expect(sent).toEqual(['We move', 'We move'])
})

it('gives the focus back to the button, and after sending to the request', async () => {
  function Asking() {
    const [request, setRequest] = useState<CancelRequest | null>(null)
    return <CancelRequestBox name="a4" request={request} mayAsk send={async () => setRequest(asked)} />
  }
  const user = renderAdminPage('/history', <Asking />)
  await user.click(screen.getByRole('button', ask))
  await user.type(screen.getByLabelText(/Message to the office/), 'We')
  await user.clear(screen.getByLabelText(/Message to the office/))
  await user.click(screen.getByRole('button', { name: "Don't ask" }))
  expect(document.activeElement).toBe(screen.getByRole('button', ask))
  await user.click(screen.getByRole('button', ask))
  await user.type(screen.getByLabelText(/Message to the office/), 'We move')
  await user.click(screen.getByRole('button', { name: 'Send Request' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Asked to cancel on'))
})

it('shows an open request without asking again, and a declined one with the answer', () => {
  const send = async () => undefined
  renderAdminPage('/history', <CancelRequestBox name="a2" request={asked} mayAsk send={send} />)
  expect(screen.getByText('We <b>move</b>')).toBeDefined()
  expect(screen.queryByRole('button', ask)).toBeNull()
  renderAdminPage('/history', <CancelRequestBox name="a3" request={declined} mayAsk send={send} />)
  expect(screen.getByText(/Please call us\./)).toBeDefined()
  expect(screen.getByRole('button', ask)).toBeDefined()
})
