import { MAIL_STATES } from '@aftercare/domain/lib/enums'
import { readSearch } from '../../lib/url-state'
import { LastPageNote } from '../../ui/data/last-page-note'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Segmented } from '../../ui/inputs/segmented-control'
import { ListSearch } from '../list-search'
import { useListAddress } from '../use-list-address'
import { type MailFilter, useMailLog } from './mail.admin.api'
import { MAIL_STATE_LABELS } from './mail-state-badge'
import { MailTable } from './mail-table'

const STATE_OPTIONS = [
  { value: 'all', label: 'All' },
  ...MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABELS[value] })),
] as const

const FAILED = 'Failed to load sent mail'

/** Every mail of the programme: to whom, about what, when, and whether it went out. Never its text. */
export function MailLog() {
  const address = useListAddress()
  const filter: MailFilter = {
    state: address.choice('state', ['all', ...MAIL_STATES]),
    search: readSearch(address.params),
  }
  const list = useMailLog(filter, address.page)
  const hasFailed = list.isError && !list.data
  useFailureToast(list.isError, FAILED)
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <ListSearch
          label="Search recipient or subject"
          placeholder="Recipient or subject"
          address={address}
        />
        <Segmented
          label="State"
          options={STATE_OPTIONS}
          value={filter.state}
          onValueChange={(state) => address.change({ state: state === 'all' ? null : state })}
        />
      </div>
      <LastPageNote
        list={list.data}
        page={address.page}
        goTo={(page) => address.turnTo(page, { replace: true })}
      />
      <MailTable
        list={list.data}
        page={address.page}
        failure={hasFailed ? { message: FAILED, onRetry: () => void list.refetch() } : undefined}
        isFiltered={filter.state !== 'all' || filter.search !== ''}
        onPageChange={(page) => address.turnTo(page)}
      />
    </>
  )
}
