import { AGREEMENT_DESCRIPTIONS, type AgreementSection } from '@aftercare/domain/site-content/agreements'
import { readChoice, useAddress, valuesOf } from '../../lib/url-state'
import { ErrorState } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Tabs } from '../../ui/layout/tabs'
import { FormSkeleton } from '../settings/form-skeleton'
import { AgreementForm } from './agreement-form'
import { useStoredAgreement } from './site-content.admin.api'

const FAILED = 'Failed to load agreement content'

const AGREEMENTS = [
  { value: 'monthly', label: 'Monthly Registration', section: 'registration_agreement' },
  { value: 'drop-in', label: 'Day-of Drop-In', section: 'dropin_agreement' },
] as const

const VALUES = valuesOf(AGREEMENTS)
type Agreement = (typeof AGREEMENTS)[number]['value']

export function AgreementsTab() {
  const { params, show } = useAddress()
  return (
    <Tabs<Agreement>
      label="Agreements"
      look="boxed"
      listClassName="desk:max-w-[26rem]"
      value={readChoice(params, 'agreement', VALUES)}
      onValueChange={(agreement) => show({ tab: 'agreements', agreement })}
      tabs={AGREEMENTS.map(({ value, label, section }) => ({
        value,
        label,
        content: <StoredAgreement key={section} section={section} />,
      }))}
    />
  )
}

function StoredAgreement({ section }: { section: AgreementSection }) {
  const { data: stored, isError, refetch } = useStoredAgreement(section)
  const hasFailed = isError && !stored
  useFailureToast(hasFailed, FAILED)
  if (hasFailed) return <ErrorState message={FAILED} onRetry={() => void refetch()} />
  if (!stored) return <FormSkeleton fields={4} />
  return (
    <>
      <p className="mb-3 text-muted">{AGREEMENT_DESCRIPTIONS[section]}</p>
      <AgreementForm section={section} stored={stored} />
    </>
  )
}
