import type { Language } from '@aftercare/domain/lib/language'
import { useLanguage, useTexts } from '../../language/language'
import { reportMissingSpanish } from '../../lib/language-choice'
import { importWithRetry } from '../../ui/lazy-with-retry'
import { en } from './texts/en'

/** Each in its own language, for those who read no other. */
const CHOICES = [
  { value: 'en', name: 'English' },
  { value: 'es', name: 'Español' },
] as const

const load = () => import('./choose-language')

function choose(language: Language) {
  importWithRetry(load)
    .then(({ chooseLanguage }) => chooseLanguage(language))
    .catch(reportMissingSpanish)
}

/** English or Español, at once and for the next visit. */
export function LanguageSwitch() {
  const chosen = useLanguage()
  const t = useTexts(en)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div role="group" aria-label={t.label} className="inline-flex rounded-control bg-surface-inset p-1">
      {CHOICES.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          lang={value}
          aria-pressed={chosen === value}
          onClick={() => choose(value)}
          className="h-9 rounded-sm px-3 text-sm font-semibold text-muted hover:text-text aria-pressed:bg-surface aria-pressed:text-text aria-pressed:shadow-card"
        >
          {name}
        </button>
      ))}
    </div>
  )
}
