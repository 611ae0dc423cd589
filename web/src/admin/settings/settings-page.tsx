import { useEffect, useRef } from 'react'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { readChoice, useUrlState, valuesOf } from '../../lib/url-state'
import { useUnsavedForms } from '../../lib/use-draft'
import { PageHeader } from '../../ui/layout/page-header'
import { Tabs } from '../../ui/layout/tabs'
import { AdminUsersTab } from '../admins/admin-users-tab'
import { EmailTab } from '../mail/email-tab'
import { PricingTab } from '../pricing/pricing-tab'
import { AboutTab } from '../site-content/about-tab'
import { AgreementsTab } from '../site-content/agreements-tab'
import { OutdatedTexts } from '../site-content/outdated-texts'

const TABS = [
  { value: 'about', label: 'About Aftercare', forms: ['about', 'program'], content: <AboutTab /> },
  {
    value: 'pricing',
    label: 'Pricing',
    forms: [
      'pricing',
      'drop_in_approval',
      'default_seats',
      'guest_confirmation',
      'pickup_times',
      'statement_details',
    ],
    content: <PricingTab />,
  },
  {
    value: 'agreements',
    label: 'Agreements',
    forms: ['registration_agreement', 'dropin_agreement'],
    content: <AgreementsTab />,
  },
  { value: 'email-templates', label: 'Email Templates', forms: ['email_templates'], content: <EmailTab /> },
  { value: 'admin-users', label: 'Admin Users', forms: [], content: <AdminUsersTab /> },
] as const

const FORMS = TABS.flatMap(({ forms }): readonly string[] => forms)
const TAB_VALUES = valuesOf(TABS)
type TabValue = (typeof TABS)[number]['value']

export default function SettingsPage() {
  return (
    <>
      <PageHeader />
      <OutdatedTexts className="mb-4" />
      <SettingsTabs />
    </>
  )
}

const isSamePage = (url: URL) => url.pathname === '/admin/settings'

/** Switching tabs keeps unsaved changes; leaving the settings asks. Each tab has its own URL; without one, the first. */
function SettingsTabs() {
  const { params, show } = useUrlState()
  const unsaved = useUnsavedForms(FORMS)
  const shown = readChoice(params, 'tab', TAB_VALUES)
  const holder = useRef<HTMLDivElement>(null)
  // On phones not all tabs fit: scrolls the selected one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => {
    const tab = holder.current?.querySelector('[role="tab"][aria-selected="true"]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  return (
    <div ref={holder}>
      <Tabs<TabValue>
        label="Settings"
        value={shown}
        onValueChange={(tab) => show(tab === TABS[0].value ? {} : { tab })}
        tabs={TABS.map(({ value, label, forms, content }) => ({
          value,
          label: forms.some((form) => unsaved.includes(form)) ? <Unsaved label={label} /> : label,
          content,
        }))}
      />
      <UnsavedChanges
        draft={{ isUnsaved: unsaved.length > 0 }}
        isSamePage={isSamePage}
        unsavedText="Some of your changes to settings haven't been saved."
      />
    </div>
  )
}

function Unsaved({ label }: { label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {label}
      <span
        aria-hidden="true"
        className="size-2 rounded-full bg-warning shadow-[0_0_0_1px_var(--warning-ink)]"
      />
      <span className="sr-only">(not saved)</span>
    </span>
  )
}
