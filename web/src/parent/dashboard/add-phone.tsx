import { Info } from 'lucide-react'
import { useTexts } from '../../language/language'
import { Link } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { LINK_IN_TEXT } from '../../ui/link-in-text'
import { en } from './texts/en'
import type { OwnToday } from './today.api'

/** While staff can call no adult of the family. */
export function AddPhone({ today }: { today: OwnToday | undefined }) {
  const t = useTexts(en)
  if (today?.has_phone !== false) return null
  return (
    <Callout tone="warning" icon={<Info />} className="mt-4">
      <Link to="/profile" className={LINK_IN_TEXT}>
        {t.addPhone}
      </Link>
    </Callout>
  )
}
