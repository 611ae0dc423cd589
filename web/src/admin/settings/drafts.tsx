import { createContext, type ReactNode, useContext, useRef } from 'react'
import { useKeptEdits } from '../../auth/use-kept-edits'
import { UnsavedChanges } from '../../lib/unsaved-changes'

/** What was typed into one form, and the version it started from. */
type Draft = { values: unknown; version: unknown }
type Drafts = Record<string, Draft>

const DraftsContext = createContext<{
  drafts: Drafts
  setDraft: (form: string, next: (now: Draft | undefined) => Draft | null) => void
} | null>(null)

const PATH = '/admin/settings'
const staysHere = (address: URL) => address.pathname === PATH

/** All tabs share it: going to another tab loses nothing, and leaving the settings asks. */
export function SettingsDrafts({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useKeptEdits<Drafts>('settings')
  const setDraft = (form: string, next: (now: Draft | undefined) => Draft | null) =>
    setDrafts(({ [form]: now, ...others }) => {
      const draft = next(now)
      return draft ? { ...others, [form]: draft } : others
    })
  return (
    <DraftsContext value={{ drafts: drafts as Drafts, setDraft }}>
      {children}
      <UnsavedChanges
        isDirty={Object.keys(drafts).length > 0}
        staysHere={staysHere}
        description="Some of the settings you changed have not been saved."
      />
    </DraftsContext>
  )
}

function useDrafts() {
  const context = useContext(DraftsContext)
  if (!context) throw new Error('Forms of the settings stand inside SettingsDrafts')
  return context
}

/** Whether one of the forms holds something unsaved. */
export function useIsUnsaved(): (...forms: string[]) => boolean {
  const { drafts } = useDrafts()
  return (...forms) => forms.some((form) => form in drafts)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const trimmed = (values: unknown) =>
  JSON.stringify(values, (_, part) => (typeof part === 'string' ? part.trim() : part))

/** Whether what was typed is what is stored, which is without the spaces around a text. */
export const isStoredAs = (typed: unknown, stored: unknown) => trimmed(typed) === trimmed(stored)

const asTyped = (values: unknown) => values

export type Stored<T, V> = { values: T; version: V }

/**
 * A form over something stored. What is typed stays until it is saved or given up; when somebody else saves in the
 * meantime both are there, and the person says which holds. `meaning` is what two ways of typing the same share.
 */
export function useDraft<T, V>(
  form: string,
  stored: Stored<T, V>,
  meaning: (values: T) => unknown = asTyped,
) {
  const { drafts, setDraft } = useDrafts()
  const draft = drafts[form] as Stored<T, V> | undefined
  const sent = useRef<T>(undefined)
  // Saved by whomever, also by a save from here whose answer was lost: nothing stands against it.
  const isStored = draft !== undefined && isStoredAs(meaning(draft.values), meaning(stored.values))
  return {
    values: draft?.values ?? stored.values,
    version: draft && !isStored ? draft.version : stored.version,
    isDirty: draft !== undefined,
    isStale: draft !== undefined && !isStored && !isSame(draft.version, stored.version),
    change: (values: T) => {
      const version = draft ? draft.version : stored.version
      const isBack = isSame(values, stored.values) && isSame(version, stored.version)
      setDraft(form, () => (isBack ? null : { values, version }))
    },
    /** Gives up what was typed. */
    drop: () => setDraft(form, () => null),
    /** The next save replaces what somebody else saved. */
    insist: () => setDraft(form, () => (draft ? { values: draft.values, version: stored.version } : null)),
    /** What is shown now is on its way to the server. */
    markSent: () => {
      sent.current = draft?.values ?? stored.values
    },
    /** It is stored under this version; what was typed since then stays, over it. */
    settle: (version: V) =>
      setDraft(form, (now) => (now && !isSame(now.values, sent.current) ? { ...now, version } : null)),
  }
}
