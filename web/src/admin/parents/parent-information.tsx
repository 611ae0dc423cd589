import { ACCOUNT_STATUS_LABELS } from '@aftercare/domain/lib/enums'
import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { programFacts } from '../../lib/program'
import { useUnsavedForms } from '../../lib/use-draft'
import { Description, DescriptionList } from '../../ui/data/description-list'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { ListedEmail } from '../listed-email'
import { InviteAdult } from './invite-adult'
import { ParentEditForm } from './parent-edit-form'
import { ParentInvitation } from './parent-invitation'
import type { ParentDetail } from './parents.api'

export function ParentInformation({ parent }: { parent: ParentDetail }) {
  const unsaved = useUnsavedForms(useMemo(() => [`parent ${parent.id}`], [parent.id]))
  const [isOpen, setEditing] = useState(false)
  // Reopens with the draft typed before the session expired.
  const isEditing = isOpen || unsaved.length > 0
  return (
    <Card as="section" aria-labelledby="parent-information">
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        <CardTitle id="parent-information">Parent Information</CardTitle>
        {!parent.is_guest && !isEditing && (
          <span className="-ml-3 flex gap-1">
            {!parent.family_of && <InviteAdult parent={parent} />}
            <Button variant="plain" icon={<Pencil aria-hidden="true" />} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </span>
        )}
      </div>
      {isEditing ? (
        <ParentEditForm parent={parent} onDone={() => setEditing(false)} />
      ) : (
        <DescriptionList className="sm:grid-cols-2 lg:grid-cols-4">
          <Description label="Full Name">{parent.full_name || '-'}</Description>
          <Description label="Email">
            <ListedEmail person={parent} />
          </Description>
          <Description label="Phone">{parent.phone ?? '-'}</Description>
          <Description label="Account status">
            {ACCOUNT_STATUS_LABELS[parent.status]}
            {parent.status === 'active' &&
              parent.status_since &&
              ` since ${formatInstantDate(parent.status_since, programFacts().timeZone)}`}
          </Description>
          {parent.language === 'es' && (
            <Description label="Language">
              <span lang="es">Español</span>
            </Description>
          )}
          {parent.invitation && <ParentInvitation parent={parent} invitation={parent.invitation} />}
          {parent.second_adults.map(({ email, full_name, phone, invited_at }) => (
            <Description key={email} label="Second adult">
              <bdi>{[full_name, email, phone].filter(Boolean).join(', ')}</bdi>
              <span className="block text-muted">
                {invited_at === null
                  ? 'Not invited'
                  : `Invited on ${formatInstantDate(invited_at, programFacts().timeZone)}, has not joined yet`}
              </span>
            </Description>
          ))}
          <Description label="Children">{parent.children.map(isolate).join(', ') || '-'}</Description>
        </DescriptionList>
      )}
    </Card>
  )
}
