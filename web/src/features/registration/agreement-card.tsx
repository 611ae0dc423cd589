import type { AgreementText } from '@aftercare/domain/site-content/agreements'
import { memo, type Ref, useId } from 'react'
import { useTexts } from '../../language/language'
import { Checkbox } from '../../ui/inputs/checkbox'
import { FieldError } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { AgreementLines } from '../submissions/agreement'
import { en } from './texts/en'
import type { RegistrationFormState } from './use-registration-form'

type AgreementCardProps = Pick<RegistrationFormState, 'agreed' | 'setAgreed' | 'missing'> & {
  text: AgreementText
  boxRef: Ref<HTMLInputElement>
  /** Where staff tick it for somebody else. */
  wording: { agree: string; missing: string } | undefined
}

export const AgreementCard = memo(function AgreementCard(props: AgreementCardProps) {
  const { text, boxRef, wording, ...form } = props
  const t = useTexts(en).agreement
  const hintId = useId()
  const isMissing = form.missing.includes('agreement')
  return (
    <Card as="section" aria-labelledby="agreement-heading">
      <CardTitle id="agreement-heading" className="mb-3">
        {t.heading}
      </CardTitle>
      <AgreementLines {...text} />
      <Checkbox
        className="mt-3"
        checked={form.agreed}
        onCheckedChange={form.setAgreed}
        boxRef={boxRef}
        errorId={isMissing ? hintId : undefined}
        label={<span className="font-semibold">{wording?.agree ?? t.agree}</span>}
      />
      {isMissing && <FieldError id={hintId}>{wording?.missing ?? t.missing}</FieldError>}
    </Card>
  )
})
