import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/inputs/button'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import type { ParentDetail } from './parents.api'

const InviteAdultDialog = lazyWithRetry(
  () => import('./invite-adult-dialog'),
  (m) => m.InviteAdultDialog,
  { close: ({ onClose }) => onClose() },
)

export function InviteAdult({ parent }: { parent: ParentDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="plain" icon={<Mail aria-hidden="true" />} onClick={() => setOpen(true)}>
        Invite Adult
      </Button>
      {isOpen && <InviteAdultDialog parent={parent} onClose={() => setOpen(false)} />}
    </>
  )
}
