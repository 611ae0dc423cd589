import { type ReactNode, useId } from 'react'
import type { DataListProps, Identified } from '../../ui/data/columns'
import { DataList } from '../../ui/data/data-list'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { SectionHeading } from '../../ui/layout/card'
import { PARENT_FAILED } from './parents.api'

type ParentSectionProps<Row extends Identified> = Pick<DataListProps<Row>, 'columns' | 'query' | 'empty'> & {
  title: string
  actions?: ReactNode
  paging: { page: number; onPageChange: (page: number) => void; noun: string }
}

/** A list on the parent's page, with paging where needed. */
export function ParentSection<Row extends Identified>({
  title,
  actions,
  paging,
  ...list
}: ParentSectionProps<Row>) {
  const headingId = useId()
  useErrorToast(!list.query.data && list.query.isError, PARENT_FAILED)
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading id={headingId} actions={actions}>
        {title}
      </SectionHeading>
      <DataList
        {...list}
        label={title}
        paging={{ ...paging, hideSinglePage: true }}
        error={`We couldn't load the ${paging.noun}.`}
        loadingRows={3}
      />
    </section>
  )
}
