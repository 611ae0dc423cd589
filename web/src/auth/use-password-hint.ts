import type { PasswordWeakness } from '@aftercare/domain/auth/weak-passwords'
import { MIN_PASSWORD_LENGTH } from '@aftercare/domain/lib/enums'
import { useEffect, useState } from 'react'
import { useTexts } from '../language/language'
import { useDebouncedValue } from '../lib/use-debounced-value'
import { checkPassword } from './account.api'
import { en } from './texts/password.en'

type Checked = { password: string; weakness: PasswordWeakness | null }

/**
 * Below the field of a new password: advice, and no rule for families. The server has the list of common ones. Without a
 * response there is no advice.
 */
export function usePasswordHint(password: string, email: string): string {
  const t = useTexts(en)
  const [checked, setChecked] = useState<Checked | null>(null)
  const typed = useDebouncedValue(password)
  useEffect(() => {
    if (typed.length < MIN_PASSWORD_LENGTH) return
    let isCurrent = true
    checkPassword(typed, email.trim())
      .then(({ weakness }) => isCurrent && setChecked({ password: typed, weakness }))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [typed, email])
  return checked?.weakness && checked.password === password ? t.weak[checked.weakness] : t.minLength
}
