// Not `Mail`: sharing that icon with the parents' pages would put both into one chunk.
import { MailPlus } from 'lucide-react'
import { Button } from '../../ui/inputs/button'

export function WriteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      icon={<MailPlus aria-hidden="true" />}
      title="Write to these families"
      onClick={onClick}
    >
      <span>Write to these families</span>
    </Button>
  )
}
