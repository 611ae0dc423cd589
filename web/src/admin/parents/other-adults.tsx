import { isolate } from '@aftercare/domain/lib/isolate'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import type { Column } from '../../ui/data/columns'
import { DataList } from '../../ui/data/data-list'
import { EmailText } from '../../ui/data/email-text'
import { RowLink } from '../../ui/data/row-link'
import { Button } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { parentHref } from '../parent-href'
import { type FamilyAdult, type ParentDetail, useRemoveAdult } from './parents.api'

const TITLE = 'Other adults in this family'

const COLUMNS: readonly Column<FamilyAdult>[] = [
  {
    label: 'Name',
    role: 'title',
    wrap: 'min-w-32',
    cell: (row) => <RowLink to={parentHref(row.id)}>{row.name}</RowLink>,
  },
  { label: 'Email', role: 'meta', wrap: 'min-w-52', cell: (row) => <EmailText>{row.email}</EmailText> },
  { label: 'Phone', role: 'meta', wrap: 'min-w-33', cell: (row) => row.phone ?? '-' },
]

/** Those who joined the family, on the first adult's page. */
export function OtherAdults({ parent }: { parent: ParentDetail }) {
  const actions: Column<FamilyAdult> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    cell: (row) => <RemoveButton adult={row} parent={parent} />,
  }
  return (
    <section aria-labelledby="other-adults">
      <SectionHeading id="other-adults">{TITLE}</SectionHeading>
      <DataList
        label={TITLE}
        columns={[...COLUMNS, actions]}
        query={{ data: { rows: parent.adults }, isError: false, refetch: () => undefined }}
      />
    </section>
  )
}

function RemoveButton({ adult, parent }: { adult: FamilyAdult; parent: ParentDetail }) {
  const [isAsking, setAsking] = useState(false)
  const [name, family] = [isolate(adult.name), isolate(parent.full_name || parent.email)]
  const toast = useToast(`adult ${adult.id}`)
  const remove = useRemoveAdult(parent.id, adult.id, {
    onSuccess: () => {
      setAsking(false)
      toast.success('Success', `${name} is no longer in this family.`)
    },
    onError: (error) => toast.error('Error', getErrorMessage(error) ?? 'Failed to remove from family'),
  })
  return (
    <>
      <Button
        variant="danger-quiet"
        icon={<UserMinus aria-hidden="true" />}
        aria-label={`Remove from family: ${name}`}
        onClick={() => setAsking(true)}
      >
        Remove from family
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${name} from family?`}
        description={`They can no longer see or change anything of the family of ${family}. Their account stays, and so does what they did.`}
        confirmLabel="Remove from family"
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
