// Not `Mail`: a drawing that parents' pages use too would tie these files to those pages.
import { MailPlus } from 'lucide-react'
import { Button } from '../../ui/inputs/button'

export function WriteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" icon={<MailPlus aria-hidden="true" />} onClick={onClick}>
      Write to these families
    </Button>
  )
}
