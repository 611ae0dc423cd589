import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { useAuth } from './auth-provider'
import {
  clearDraft,
  clearSentDraft,
  hasDraft,
  openDraft,
  readDraft,
  subscribeDraft,
  writeDraft,
} from './draft-store'
import { isSameText } from './versioned-draft'

type DraftOptions<Values> = {
  /** The values of a form that nobody has typed into. */
  empty: Values
  /** Whether it comes back with the form, so that leaving need not ask. */
  isStored?: boolean
  /** Of what is stored; null if an older version stored it. */
  parse?: (values: unknown) => Values | null
  /** By default blanks count as empty. */
  isEmpty?: (values: Values) => boolean
}

const parseNothing = () => null

export type Draft<Values extends object> = ReturnType<typeof useDraft<Values>>

/**
 * A form's draft of the signed-in person, or of the guest. It survives an expired session: the same person gets it back
 * by signing in again in this page.
 */
export function useDraft<Values extends object>(form: string, options: DraftOptions<Values>) {
  const { empty, isStored = false } = options
  const personId = useAuth().user?.id ?? null
  const latest = useRef(options)
  latest.current = options
  const draft = useMemo(() => {
    const slot = { form, personId, isStored }
    const parse = (values: unknown) => (latest.current.parse ?? parseNothing)(values)
    openDraft(slot, parse)
    const read = () => readDraft(slot) as Partial<Values> | undefined
    const change = (part: Partial<Values> | ((now: Values) => Partial<Values>)): Values => {
      const changes = read()
      const now = { ...latest.current.empty, ...changes }
      const changed = typeof part === 'function' ? part(now) : part
      if (changed === now) return now
      const values = { ...now, ...changed }
      writeDraft(slot, { ...changes, ...changed }, isEmpty(values, latest.current))
      return values
    }
    return {
      read,
      subscribe: (listener: () => void) => subscribeDraft(slot, listener),
      /** Returns all values. */
      change,
      clear: () => clearDraft(slot),
      /** False if something else was typed since, here or in another tab. */
      clearSent: (isSent: (values: Values) => boolean) =>
        clearSentDraft(slot, parse, (values) => isSent({ ...latest.current.empty, ...values })),
    }
  }, [form, personId, isStored])
  const { read, subscribe, ...actions } = draft
  const values = { ...empty, ...useSyncExternalStore(subscribe, read, () => undefined) }
  const isBlank = isEmpty(values, options)
  return { ...actions, values, isEmpty: isBlank, isUnsaved: !isStored && !isBlank }
}

function isEmpty<Values>(values: Values, { empty, isEmpty }: DraftOptions<Values>): boolean {
  return isEmpty ? isEmpty(values) : isSameText(values, empty)
}

/** Which of these forms have a draft. While this hook is mounted, leaving one of them does not discard it. */
export function useUnsavedForms(forms: readonly string[]): readonly string[] {
  const personId = useAuth().user?.id ?? null
  const slots = useMemo(() => forms.map((form) => ({ form, personId })), [forms, personId])
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribes = slots.map((slot) => subscribeDraft(slot, listener))
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    [slots],
  )
  const readUnsaved = () =>
    slots
      .filter(hasDraft)
      .map(({ form }) => form)
      .join('\n')
  const unsaved = useSyncExternalStore(subscribe, readUnsaved, () => '')
  return unsaved === '' ? [] : unsaved.split('\n')
}
