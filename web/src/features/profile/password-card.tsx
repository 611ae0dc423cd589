import { useState } from 'react'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { lazyWithRetry } from '../../ui/lazy-with-retry'

const ChangePasswordDialog = lazyWithRetry(
  () => import('./change-password-dialog'),
  (m) => m.ChangePasswordDialog,
  { close: ({ onClose }) => onClose() },
)

/** On both profiles. */
export function PasswordCard() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="section" aria-labelledby="password-title" className="max-w-[36rem]">
      <CardTitle id="password-title">Password</CardTitle>
      <p className="mt-1 text-sm text-muted">
        A new password signs you out of every other browser, and we email you about it.
      </p>
      <div className="mt-3 flex justify-end">
        <Button variant="quiet" onClick={() => setOpen(true)}>
          Change Password
        </Button>
      </div>
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
