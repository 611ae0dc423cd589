import { useId } from 'react'
import { useTexts } from '../../language/language'
import { Card, CardTitle } from '../../ui/layout/card'
import { LanguageSwitch } from './language-switch'
import { en as choice } from './texts/choice.en'
import { en } from './texts/en'

/** On the profile; the choice acts at once. */
export function LanguageCard() {
  const { label } = useTexts(en)
  const { help } = useTexts(choice)
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid max-w-[36rem] justify-items-start gap-3">
      <CardTitle id={id}>{label}</CardTitle>
      <p className="text-sm text-muted">{help}</p>
      <LanguageSwitch />
    </Card>
  )
}
