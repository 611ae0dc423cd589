import type { AccountStatus } from '@aftercare/domain/names'
import { useCallback } from 'react'
import { useKeptEdits } from '../../auth/use-kept-edits'
import { type ParentDetail, parentHref } from '../../features/parents/parents.api'

export type ParentValues = { full_name: string; email: string; status: AccountStatus }
type Draft = { values: ParentValues; version: number }

const valuesOf = (parent: ParentDetail): ParentValues => ({
  full_name: parent.full_name,
  email: parent.email,
  status: parent.status === 'guest' ? 'active' : parent.status,
})

const isSame = (one: ParentValues, other: ParentValues) =>
  one.full_name.trim() === other.full_name.trim() &&
  one.email.trim() === other.email.trim() &&
  one.status === other.status

/** What staff typed over a parent, and the version it started from; a lost session does not take it along. */
export function useParentDraft(parent: ParentDetail) {
  const [kept, setKept] = useKeptEdits<Draft>(`parent ${parent.id}`)
  const stored: Draft = { values: valuesOf(parent), version: parent.version ?? 0 }
  const draft =
    kept.values && kept.version !== undefined ? { values: kept.values, version: kept.version } : null
  const path = parentHref(parent.id)
  return {
    values: draft?.values ?? stored.values,
    version: draft?.version ?? stored.version,
    isDirty: draft !== null,
    /** Somebody else saved meanwhile, and it is not what stands here anyway. */
    isStale: draft !== null && draft.version !== stored.version && !isSame(draft.values, stored.values),
    change: (values: ParentValues) => {
      const version = draft?.version ?? stored.version
      const isBack = version === stored.version && isSame(values, stored.values)
      setKept(isBack ? {} : { values, version })
    },
    drop: () => setKept({}),
    /** What was typed while the save was under way stays, over what it stored. */
    settle: (sent: ParentValues, version: number) =>
      setKept(({ values }) => (values && !isSame(values, sent) ? { values, version } : {})),
    /** The next save replaces what somebody else saved. */
    insist: () => setKept(({ values }) => (values ? { values, version: stored.version } : {})),
    staysHere: useCallback((address: URL) => address.pathname === path, [path]),
  }
}

export type ParentDraft = ReturnType<typeof useParentDraft>
