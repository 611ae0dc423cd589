import { useEffect, useRef } from 'react'

/**
 * What was typed into a form outlives a reload and a session that ran out. It stays on the device, one per form and
 * person; a guest's, which the next person at a shared computer could open, is forgotten after a day.
 */
const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_MS = { guest: DAY_MS, person: 30 * DAY_MS }

type Stored = { savedAt: number; values: unknown }

const keyOf = (form: string, personId: string | null) => `aftercare.draft.${form}.${personId ?? 'guest'}`

export function readDraft<T>(
  form: string,
  personId: string | null,
  read: (values: unknown) => T | null,
): T | null {
  const key = keyOf(form, personId)
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null
    if (!stored) return null
    const kept = personId === null ? KEPT_MS.guest : KEPT_MS.person
    if (Date.now() - stored.savedAt > kept) {
      localStorage.removeItem(key)
      return null
    }
    return read(stored.values)
  } catch {
    // Storage can be switched off, full or written by an older version: the form then starts empty.
    return null
  }
}

export function clearDraft(form: string, personId: string | null) {
  try {
    localStorage.removeItem(keyOf(form, personId))
  } catch {
    // Nothing was kept then.
  }
}

/** Keeps the values as they change, from the first change on; an empty form leaves nothing behind. */
export function useKeptDraft(form: string, personId: string | null, values: unknown, isEmpty: boolean) {
  const text = JSON.stringify(values)
  const first = useRef(text)
  useEffect(() => {
    if (text === first.current) return
    if (isEmpty) return clearDraft(form, personId)
    try {
      const stored: Stored = { savedAt: Date.now(), values: JSON.parse(text) }
      localStorage.setItem(keyOf(form, personId), JSON.stringify(stored))
    } catch {
      // A form that cannot be kept still works.
    }
  }, [form, personId, text, isEmpty])
}
