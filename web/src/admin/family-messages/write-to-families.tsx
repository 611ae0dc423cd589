import type { Day } from '@aftercare/domain/lib/days'
import { Mail } from 'lucide-react'
import { Button } from '../../ui/inputs/button'
import { useWritingToFamilies } from './use-writing-to-families'

export function WriteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" icon={<Mail />} title="Write to these families" onClick={onClick}>
      <span>Write to these families</span>
    </Button>
  )
}

/** The button on a page about one day, with its dialog. */
export function WriteToFamilies({ date }: { date: Day }) {
  const { open, dialog } = useWritingToFamilies(date)
  return (
    <>
      <WriteButton onClick={open} />
      {dialog}
    </>
  )
}
