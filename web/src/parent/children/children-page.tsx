import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ChildDialog } from '../../features/children/child-dialog'
import { type Child, useChildren } from '../../features/children/children.api'
import { Button } from '../../ui/button'
import { EmptyHooks } from '../../ui/drawings/empty-hooks'
import { useFailureToast } from '../../ui/failure-toast'
import { PageHeader } from '../../ui/page-header'
import { PageWrap } from '../../ui/page-wrap'
import { SkeletonCards } from '../../ui/skeleton'
import { EmptyState, ErrorState } from '../../ui/states'
import { ChildCard } from './child-card'
import { RemoveChildDialog } from './remove-child-dialog'

const LOAD_FAILED = 'Failed to load children data.'

type Editing = { child: Child | null } | null

/** The children whom a parent registers. */
export function ChildrenPage() {
  const children = useChildren()
  const [editing, setEditing] = useState<Editing>(null)
  const [removing, setRemoving] = useState<Child | null>(null)
  useFailureToast(children.isError, LOAD_FAILED)
  const add = (
    <Button icon={<Plus aria-hidden="true" />} onClick={() => setEditing({ child: null })}>
      Add Child
    </Button>
  )
  return (
    <PageWrap>
      <PageHeader title="My Children" actions={children.data?.length ? add : undefined} />
      {children.isPending && <SkeletonCards count={3} label="Loading children" />}
      {children.isError && <ErrorState message={LOAD_FAILED} onRetry={() => void children.refetch()} />}
      {children.data?.length === 0 && (
        <EmptyState drawing={<EmptyHooks />} title="No Children Added" action={add}>
          Add a child once, then register with a tap.
        </EmptyState>
      )}
      <ul className="grid grid-cols-1 gap-4 desk:grid-cols-2 xl:grid-cols-3">
        {children.data?.map((child, index) => (
          <ChildCard
            key={child.id}
            child={child}
            index={index}
            onEdit={() => setEditing({ child })}
            onRemove={() => setRemoving(child)}
          />
        ))}
      </ul>
      <ChildDialog
        // A new dialog for every opening: nothing typed for one child shows for another.
        key={editing ? (editing.child?.id ?? 'new') : 'closed'}
        open={editing !== null}
        child={editing?.child}
        onOpenChange={(open) => !open && setEditing(null)}
      />
      <RemoveChildDialog child={removing} onClose={() => setRemoving(null)} />
    </PageWrap>
  )
}
