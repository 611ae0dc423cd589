import { Mail } from 'lucide-react'
import { Button } from '../../ui/inputs/button'

export function WriteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      icon={<Mail aria-hidden="true" />}
      title="Write to these families"
      onClick={onClick}
    >
      <span>Write to these families</span>
    </Button>
  )
}
