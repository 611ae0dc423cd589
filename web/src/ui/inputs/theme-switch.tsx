import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../../language/language'
import { en } from '../texts/en'

type ThemeChoice = 'light' | 'dark' | 'system'

function readChoice(): ThemeChoice {
  const attribute = document.documentElement.dataset.theme
  return attribute === 'light' || attribute === 'dark' ? attribute : 'system'
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The choice, which public/theme.js applies and stores. */
const useTheme = (): ThemeChoice => useSyncExternalStore(subscribe, readChoice, () => 'system')

const choices = [
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
  { value: 'system', Icon: Monitor },
] as const satisfies readonly { value: ThemeChoice; Icon: typeof Sun }[]

/** Light, dark or the system's theme. public/theme.js handles the clicks, also before the app has loaded. */
export function ThemeSwitch() {
  const t = useTexts(en).theme
  const chosen = useTheme()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div role="group" aria-label={t.label} className="inline-flex rounded-control bg-surface-inset p-1">
      {choices.map(({ value, Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={t[value]}
          title={t[value]}
          aria-pressed={chosen === value}
          data-theme-choice={value}
          // public/theme.js corrects the server's markup before React does.
          suppressHydrationWarning
          className="grid h-9 w-11 place-items-center rounded-sm text-muted hover:text-text aria-pressed:bg-surface aria-pressed:text-text aria-pressed:shadow-card dense:h-8 dense:w-9"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      ))}
    </div>
  )
}
