import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { matchSearch } from '@aftercare/domain/lib/search'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useToday } from '../../lib/program'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { readSearch } from '../../lib/url-state'
import { StatCard, StatRow } from '../../ui/data/stat-card'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'
import { PageHeader } from '../../ui/layout/page-header'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { ListSearch } from '../list-search'
import { PrintedFilter, searchLabel } from '../printed-filter'
import { useListUrlState } from '../use-list-url-state'
import type { AnswerTarget } from './answer-drop-in-dialog'
import { DeleteDropInDialog } from './delete-drop-in-dialog'
import { DropInDialog } from './drop-in-dialog'
import { type ListedDropIn, useListedDropIns } from './drop-ins.api'
import { DropInsList } from './drop-ins-list'
import { useAddDropInForm } from './use-add-drop-in-form'
import { WithdrawnDropIns } from './withdrawn-drop-ins'

/** Only where drop-ins need approval. */
const AnswerDropInDialog = lazyWithRetry(
  () => import('./answer-drop-in-dialog'),
  (m) => m.AnswerDropInDialog,
  { isOpen: ({ target }) => target !== null, close: ({ onClose }) => onClose() },
)

const PATH = '/admin/drop-ins'
const isSamePage = (url: URL) => url.pathname === PATH

export default function DropInsPage() {
  const listState = useListUrlState()
  const search = readSearch(listState.params)
  const list = useListedDropIns(search, listState.page)
  const hasFailed = list.isError && !list.data
  useErrorToast(list.isError, 'Failed to load drop-ins')

  const form = useAddDropInForm('drop-in', useToday(), () => {
    setIsAdding(false)
    // The new one is on the first page, unless the user has left this page meanwhile.
    if (window.location.pathname === PATH) listState.change({ search: null }, { replace: true })
  })
  // Reopens with the draft typed before the session expired.
  const [isAdding, setIsAdding] = useState(!form.isEmpty)
  const addButton = useRef<HTMLButtonElement>(null)
  const [deleteTarget, setDeleteTarget] = useState<ListedDropIn | null>(null)
  const [answerTarget, setAnswerTarget] = useState<AnswerTarget | null>(null)

  const revenue = hasFailed ? '-' : list.data && formatUsd(toCents(list.data.revenue))
  return (
    <>
      <PageHeader
        actions={
          <Button ref={addButton} icon={<Plus />} onClick={() => setIsAdding(true)}>
            Add Drop-In
          </Button>
        }
      />
      <SectionHeading>Recent Drop-Ins{list.data && ` (${list.data.count})`}</SectionHeading>
      <ListSearch
        label="Search parent, child or email"
        placeholder="Parent, child or email"
        listState={listState}
        className="mb-3"
      />
      <PrintedFilter filters={[searchLabel(search)]} />
      <DropInsList
        query={list}
        listState={listState}
        isSearch={search !== ''}
        onDelete={setDeleteTarget}
        onAnswer={setAnswerTarget}
      />
      <WithdrawnDropIns
        dropIns={(list.data?.withdrawn ?? []).filter(
          ({ child_name, parent_name }) => matchSearch(`${child_name} ${parent_name}`, search) !== null,
        )}
      />
      <div className="mt-6">
        <StatRow>
          <StatCard
            label="Total Drop-Ins"
            value={hasFailed ? '-' : list.data?.count.toLocaleString('en-US')}
            className="col-span-2 lg:col-span-1"
          />
          <StatCard label="Total Revenue" value={revenue} />
          <StatCard label="Drop-In Revenue" value={revenue} />
        </StatRow>
      </div>
      <UnsavedChanges
        draft={form}
        isSamePage={isSamePage}
        unsavedText="This drop-in hasn't been saved and will be lost."
      />
      <DropInDialog
        open={isAdding}
        onOpenChange={setIsAdding}
        finalFocus={() => addButton.current}
        form={form}
      />
      <DeleteDropInDialog dropIn={deleteTarget} onClose={() => setDeleteTarget(null)} />
      <AnswerDropInDialog target={answerTarget} onClose={() => setAnswerTarget(null)} />
    </>
  )
}
