import type { Day } from '@aftercare/domain/lib/days'
import { useWritingToFamilies } from './use-writing-to-families'
import { WriteButton } from './write-button'

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
