import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useChildDialog } from '../../features/children/use-child-dialog'
import { useTexts } from '../../language/language'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { EmptyHooks } from '../../ui/illustrations/empty-hooks'
import { Button } from '../../ui/inputs/button'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { ChildCard } from './child-card'
import { ChildDialog } from './child-dialog'
import { type Child, useChildren } from './children.api'
import { RemoveChildDialog } from './remove-child-dialog'
import { en } from './texts/en'
import { useOpenAddChild } from './use-open-add-child'

/** The parent's children. */
export default function ChildrenPage() {
  const t = useTexts(en)
  const children = useChildren()
  const dialog = useChildDialog('children')
  const edited = useLastKnown(children.data, dialog.childId)
  const [removing, setRemoving] = useState<Child | null>(null)
  useErrorToast(children.isError, t.loadFailed)
  useOpenAddChild(dialog.openForNew)
  const add = (
    <Button icon={<Plus />} onClick={dialog.openForNew}>
      {t.addChild}
    </Button>
  )
  return (
    <Container>
      <PageHeader actions={children.data?.length ? add : undefined} />
      {children.isPending && <SkeletonCards count={3} label={t.loading} />}
      {children.isError && !children.data && (
        <ErrorState message={t.loadFailed} onRetry={() => void children.refetch()} />
      )}
      {children.data?.length === 0 && (
        <EmptyState illustration={<EmptyHooks />} title={t.none.title} action={add}>
          {t.none.text}
        </EmptyState>
      )}
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {children.data?.map((child, index) => (
          <ChildCard
            key={child.id}
            child={child}
            index={index}
            onEdit={() => dialog.openFor(child.id)}
            onRemove={() => setRemoving(child)}
          />
        ))}
      </ul>
      <ChildDialog
        // A new key per opening: input for one child never shows for another.
        key={dialog.isOpen ? (dialog.childId ?? 'new') : 'closed'}
        open={dialog.isOpen && (dialog.childId === null || edited !== null)}
        child={edited}
        onOpenChange={(open) => !open && dialog.close()}
      />
      <RemoveChildDialog child={removing} onClose={() => setRemoving(null)} />
    </Container>
  )
}

/** The child as stored, or as it was last known: if it was removed elsewhere, saving says so. */
function useLastKnown(children: Child[] | undefined, id: string | null): Child | null {
  const [last, setLast] = useState<Child | null>(null)
  const now = children?.find((child) => child.id === id) ?? null
  if (now !== null && now !== last) setLast(now)
  return now ?? (last?.id === id ? last : null)
}
