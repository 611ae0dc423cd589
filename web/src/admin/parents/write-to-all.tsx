import { Mail } from 'lucide-react'
import { Button } from '../../ui/inputs/button'
import { useWritingToAudience } from '../family-messages/use-writing-to-audience'

export function WriteToAll() {
  const { open, dialog } = useWritingToAudience('message to families')
  return (
    <>
      <Button variant="quiet" icon={<Mail aria-hidden="true" />} onClick={open}>
        Write to Families
      </Button>
      {dialog}
    </>
  )
}
