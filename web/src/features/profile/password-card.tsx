import { useState } from 'react'
import { useTexts } from '../../language/language'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { en } from './texts/en'

const ChangePasswordDialog = lazyWithRetry(
  () => import('./change-password-dialog'),
  (m) => m.ChangePasswordDialog,
  { close: ({ onClose }) => onClose() },
)

/** On both profiles. */
export function PasswordCard() {
  const t = useTexts(en).password
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="section" aria-labelledby="password-title" className="max-w-[36rem]">
      <CardTitle id="password-title">{t.title}</CardTitle>
      <p className="mt-1 text-sm text-muted">{t.text}</p>
      <div className="mt-3 flex justify-end">
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {t.change}
        </Button>
      </div>
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
