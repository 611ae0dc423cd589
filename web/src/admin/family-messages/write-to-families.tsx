import type { Day } from '@aftercare/domain/lib/days'
import { useWritingToFamilies } from './use-writing-to-families'
import { WriteButton } from './write-button'

/** The button of a page about one day, with what it opens. */
export function WriteToFamilies({ date }: { date: Day }) {
  const { open, dialog } = useWritingToFamilies(date)
  return (
    <>
      <WriteButton onClick={open} />
      {dialog}
    </>
  )
}
