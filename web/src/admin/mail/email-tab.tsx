import { readChoice, useUrlState, valuesOf } from '../../lib/url-state'
import { Tabs } from '../../ui/layout/tabs'
import { StoredSettings } from '../settings/settings-form'
import { readStoredTemplates, useTemplatesSection } from '../site-content/site-content.api'
import { MailLog } from './mail-log'
import { PreferencesTable } from './preferences-table'
import { TemplatesForm } from './templates-form'

const VIEWS = [
  { value: 'templates', label: 'Templates', content: <Templates /> },
  { value: 'sent-mail', label: 'Sent Mail', content: <MailLog /> },
] as const

const VALUES = valuesOf(VIEWS)
type View = (typeof VIEWS)[number]['value']

export function EmailTab() {
  const { params, show } = useUrlState()
  return (
    <Tabs<View>
      label="Email Templates"
      variant="boxed"
      listClassName="lg:max-w-[20rem]"
      value={readChoice(params, 'view', VALUES)}
      onValueChange={(view) => show({ tab: 'email-templates', ...(view !== 'templates' && { view }) })}
      tabs={VIEWS}
    />
  )
}

function Templates() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <StoredSettings query={useTemplatesSection()} failed="Failed to load email templates" fields={4}>
        {(row) => <TemplatesForm stored={readStoredTemplates(row)} />}
      </StoredSettings>
      <PreferencesTable />
    </div>
  )
}
