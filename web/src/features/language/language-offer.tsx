import { X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { readLanguageCookie, reportMissingSpanish } from '../../lib/language-choice'
import { Button } from '../../ui/inputs/button'
import { IconButton } from '../../ui/inputs/icon-button'
import { chooseLanguage, subscribeChoice } from './choose-language'

const KEY = 'aftercare.language-offer'

function wasClosed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    // Storage is blocked: it could not be closed for good.
    return true
  }
}

/** Offers Spanish, until it is closed or a language is chosen. Over the page, so that nothing moves; at its end below the footer. */
export function LanguageOffer() {
  const [isClosed, setClosed] = useState(wasClosed)
  const chosen = useSyncExternalStore(subscribeChoice, readLanguageCookie)
  if (isClosed || chosen) return null
  const close = () => {
    setClosed(true)
    localStorage.setItem(KEY, 'closed')
  }
  return (
    <aside
      lang="es"
      aria-label="Idioma"
      className="sticky bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-10 mx-auto my-3 flex w-fit items-center rounded-control border border-line bg-raised pl-1 shadow-raised print:hidden"
    >
      <Button variant="plain" onClick={() => chooseLanguage('es').catch(reportMissingSpanish)}>
        Ver en español
      </Button>
      <IconButton label="Cerrar" icon={<X />} className="text-muted" onClick={close} />
    </aside>
  )
}
