import { AGREEMENT_DESCRIPTIONS, type AgreementSection } from '@aftercare/domain/site-content/agreements'
import { readChoice, useUrlState, valuesOf } from '../../lib/url-state'
import { Tabs } from '../../ui/layout/tabs'
import { StoredSettings } from '../settings/settings-form'
import { AgreementForm } from './agreement-form'
import { readStoredAgreement, useAgreementSection } from './site-content.api'

const AGREEMENTS = [
  { value: 'monthly', label: 'Monthly Registration', section: 'registration_agreement' },
  { value: 'drop-in', label: 'Day-of Drop-In', section: 'dropin_agreement' },
] as const

const VALUES = valuesOf(AGREEMENTS)
type Agreement = (typeof AGREEMENTS)[number]['value']

export function AgreementsTab() {
  const { params, show } = useUrlState()
  return (
    <Tabs<Agreement>
      label="Agreements"
      variant="boxed"
      listClassName="lg:max-w-[26rem]"
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
  return (
    <StoredSettings query={useAgreementSection(section)} failed="Failed to load agreement content" fields={4}>
      {(row) => (
        <>
          <p className="mb-3 text-muted">{AGREEMENT_DESCRIPTIONS[section]}</p>
          <AgreementForm section={section} stored={readStoredAgreement(section, row)} />
        </>
      )}
    </StoredSettings>
  )
}
