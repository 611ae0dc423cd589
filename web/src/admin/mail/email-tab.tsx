import { readChoice, useAddress, valuesOf } from '../../lib/url-state'
import { ErrorState } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Tabs } from '../../ui/layout/tabs'
import { FormSkeleton } from '../settings/form-skeleton'
import { useStoredTemplates } from '../site-content/site-content.admin.api'
import { MailLog } from './mail-log'
import { PreferencesTable } from './preferences-table'
import { TemplatesForm } from './templates-form'

const FAILED = 'Failed to load email templates'

const VIEWS = [
  { value: 'templates', label: 'Templates', content: <Templates /> },
  { value: 'sent-mail', label: 'Sent Mail', content: <MailLog /> },
] as const

const VALUES = valuesOf(VIEWS)
type View = (typeof VIEWS)[number]['value']

export function EmailTab() {
  const { params, show } = useAddress()
  return (
    <Tabs<View>
      label="Email Templates"
      look="boxed"
      listClassName="desk:max-w-[20rem]"
      value={readChoice(params, 'view', VALUES)}
      onValueChange={(view) => show({ tab: 'email-templates', ...(view !== 'templates' && { view }) })}
      tabs={VIEWS}
    />
  )
}

function Templates() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <StoredTemplates />
      <PreferencesTable />
    </div>
  )
}

function StoredTemplates() {
  const { data: stored, isError, refetch } = useStoredTemplates()
  const hasFailed = isError && !stored
  useFailureToast(hasFailed, FAILED)
  if (hasFailed) return <ErrorState message={FAILED} onRetry={() => void refetch()} />
  if (!stored) return <FormSkeleton fields={4} />
  return <TemplatesForm stored={stored} />
}
