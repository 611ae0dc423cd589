import { LoaderCircle } from 'lucide-react'
import { useTexts } from '../../language/language'
import { markPageLoading } from '../hooks/root-attribute-ref'
import { en } from '../texts/en'

/** With `label` it is a status; without, it is decoration. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="kit-spinner">
      <LoaderCircle className="size-5 animate-turn" />
      {label}
    </span>
  )
}

/** Shown while the code or the data of a whole page loads. */
export function PageLoading({ label }: { label?: string }) {
  const t = useTexts(en)
  return (
    <div ref={markPageLoading} className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner label={label ?? t.loading} />
    </div>
  )
}
