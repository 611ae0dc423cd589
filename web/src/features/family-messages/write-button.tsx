import { Mail } from 'lucide-react'
import { Button } from '../../ui/button'

export function WriteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="quiet" icon={<Mail aria-hidden="true" />} onClick={onClick}>
      Write to these families
    </Button>
  )
}
