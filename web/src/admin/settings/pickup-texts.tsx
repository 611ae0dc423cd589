import {
  AGREEMENT_TITLES,
  type AgreementSection,
  pickupLines,
} from '@aftercare/domain/site-content/agreements'
import { Link } from '../../router/router'
import { Description, DescriptionList } from '../../ui/data/description-list'
import { LINK_IN_TEXT } from '../../ui/link-in-text'
import {
  readStoredAbout,
  readStoredAgreement,
  useAboutSection,
  useAgreementSection,
} from '../site-content/site-content.api'

/** What families read about pick-up elsewhere: texts that only staff can keep consistent with the times. */
export function PickupTexts() {
  const about = useAboutSection()
  return (
    <section aria-labelledby="pickup-texts" className="mt-5 border-t border-line pt-4">
      <h3 id="pickup-texts" className="font-semibold">
        What families see
      </h3>
      <p className="mt-0.5 text-muted">
        These texts don't update automatically. Keep them in sync with the times above.
      </p>
      <DescriptionList className="mt-3 [&_dd]:font-normal">
        <PickupText title="About Aftercare, Program Hours" to="/admin/settings" isError={about.isError}>
          {about.data !== undefined ? [readStoredAbout(about.data).values.program_hours] : undefined}
        </PickupText>
        <AgreementLines section="registration_agreement" to="/admin/settings?tab=agreements" />
        <AgreementLines section="dropin_agreement" to="/admin/settings?tab=agreements&agreement=drop-in" />
      </DescriptionList>
    </section>
  )
}

function AgreementLines({ section, to }: { section: AgreementSection; to: string }) {
  const { data, isError } = useAgreementSection(section)
  return (
    <PickupText title={AGREEMENT_TITLES[section]} to={to} isError={isError}>
      {data !== undefined ? pickupLines(readStoredAgreement(section, data).values.items) : undefined}
    </PickupText>
  )
}

type PickupTextProps = {
  title: string
  to: string
  isError: boolean
  /** Undefined while loading. */
  children: readonly string[] | undefined
}

function PickupText({ title, to, isError, children: lines }: PickupTextProps) {
  const text = () => {
    if (lines) return lines.join('\n') || 'Pick-up is not mentioned.'
    return isError ? "Couldn't load this." : 'Loading...'
  }
  return (
    <Description
      label={
        <Link to={to} className={LINK_IN_TEXT}>
          {title}
        </Link>
      }
    >
      {text()}
    </Description>
  )
}
