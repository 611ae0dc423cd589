import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../language/language'
import { en } from '../texts/en'
import { TextInput, type TextInputProps } from './field'
import { IconButton } from './icon-button'

/** A password with a button that shows and hides it. */
export function PasswordInput({ ...rest }: Omit<TextInputProps, 'type'>) {
  const t = useTexts(en)
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className="pr-12"
      />
      <IconButton
        label={shown ? t.hidePassword : t.showPassword}
        icon={shown ? <EyeOff /> : <Eye />}
        className="absolute top-1/2 right-0.5 -translate-y-1/2 text-muted"
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
