import { allergiesText } from '@aftercare/domain/children/allergies'
import { CHILD_LABELS, peopleText } from '@aftercare/domain/children/child-changes'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useChildDialog } from '../../features/children/use-child-dialog'
import type { Column } from '../../ui/data/columns'
import { Button } from '../../ui/inputs/button'
import { IconButton } from '../../ui/inputs/icon-button'
import { AllergyMark } from '../attendance/allergy-mark'
import { ParentSection } from '../parents/parent-section'

import { AddChildDialog } from './add-child-dialog'
import { type ListedChild, useChildrenOf } from './children.api'
import { EditChildDialog } from './edit-child-dialog'

const COLUMNS: readonly Column<ListedChild>[] = [
  {
    label: CHILD_LABELS.name,
    role: 'title',
    wrap: 'min-w-32',
    cell: (row) => <b className="font-semibold">{row.name}</b>,
  },
  {
    label: CHILD_LABELS.allergies,
    role: 'alert',
    fixed: 'w-[20%] min-w-36',
    cell: (row) => <AllergyMark allergies={allergiesText(row.allergies)} />,
  },
  {
    label: CHILD_LABELS.notes,
    role: 'meta',
    wrap: 'min-w-40 whitespace-pre-line',
    cell: (row) => row.notes || '-',
  },
  {
    label: CHILD_LABELS.grade,
    role: 'meta',
    wrap: 'min-w-28',
    cell: (row) => row.grade || '-',
  },
  {
    label: CHILD_LABELS.pickup_people,
    role: 'meta',
    wrap: 'min-w-40 whitespace-pre-line',
    cell: (row) => <PickupLists child={row} />,
  },
]

function PickupLists({ child: { pickup_people, must_not_pick_up } }: { child: ListedChild }) {
  const barred = peopleText(must_not_pick_up, '\n')
  return (
    <>
      {peopleText(pickup_people, '\n') || '-'}
      {barred && (
        <span className="block font-semibold text-danger">
          {CHILD_LABELS.must_not_pick_up}:{'\n'}
          {barred}
        </span>
      )}
    </>
  )
}

/** A registered parent's children: added and corrected here. */
export function ParentChildren({ parentId }: { parentId: string }) {
  const [page, setPage] = useState(1)
  const query = useChildrenOf(parentId, page)
  const dialog = useChildDialog(`parent ${parentId}`)
  const edited = query.data?.rows.find((row) => row.id === dialog.childId)
  const actions: Column<ListedChild> = {
    label: 'Actions',
    role: 'actions',
    align: 'right',
    className: 'w-12 pl-0',
    cell: (row) => (
      <IconButton
        label={`Edit ${isolate(row.name)}`}
        icon={<Pencil />}
        onClick={() => dialog.openFor(row.id)}
      />
    ),
  }
  return (
    <>
      <ParentSection
        title="Children"
        actions={
          <Button variant="quiet" icon={<Plus aria-hidden="true" />} onClick={dialog.openForNew}>
            Add Child
          </Button>
        }
        columns={[...COLUMNS, actions]}
        query={query}
        paging={{ page, onPageChange: setPage, noun: 'children' }}
        empty="No children added yet"
      />
      {edited && <EditChildDialog key={edited.id} child={edited} onClose={dialog.close} />}
      {dialog.isOpen && dialog.childId === null && (
        <AddChildDialog parentId={parentId} onClose={dialog.close} />
      )}
    </>
  )
}
