import { Eraser } from 'lucide-react'
import { useTexts } from '../language/language'
import { Button } from '../ui/inputs/button'
import { en } from './texts/guest-draft.en'

/** A guest may use a shared computer: says where the draft is stored, and can delete it. */
export function GuestDraftNotice({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  const t = useTexts(en)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-surface-inset px-4 py-1 text-sm">
      <p className="min-w-0 flex-[1_1_16rem] py-2 text-muted">{t.text}</p>
      <Button variant="plain" className="-mx-3" icon={<Eraser />} disabled={isEmpty} onClick={onClear}>
        {t.clear}
      </Button>
    </div>
  )
}
