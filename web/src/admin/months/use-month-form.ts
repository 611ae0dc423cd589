import { familyCountLabel } from '@aftercare/domain/family-messages/family-messages'
import { retypeDay, setDaySeats, setSeats, toggleClosedDay } from '@aftercare/domain/months/month-editing'
import {
  type DayType,
  type MonthCalendar,
  monthLabel,
  toMonthCalendar,
} from '@aftercare/domain/months/months'
import type { CreditChoice, FeeChoice } from '@aftercare/domain/pricing/credits'
import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { formErrorMessage } from '../../lib/form-error-message'
import { useDraft } from '../../lib/use-draft'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { CHECK_DELIVERY } from '../family-messages/family-messages.api'
import type { MessageWords } from '../family-messages/message-fields'
import { applyMonthValues, changedValues, type MonthValues, toMonthValues } from './month-values'
import { type AdminMonth, saveMonthOptions, storedMonth } from './months.api'
import type { MessageDraft } from './use-cancelled-message'

type CurrentPrices = { regular_price: number; special_price: number }

const currentPricesOf = (error: Error): CurrentPrices | null =>
  error instanceof ApiError && error.code === 'prices-differ' ? (error.stored as CurrentPrices) : null

const STATE = [
  'is_active',
  'publish_prices',
  'fees',
  'credits',
  'message',
] as const satisfies readonly (keyof MonthValues)[]

/** What staff chose for the days that a save cancels or reinstates. */
export type SaveChoices = { fees?: FeeChoice; credits?: CreditChoice; message?: MessageWords }

/** The month being edited, and its three saves: save, publish, move to draft. */
export function useMonthForm(row: AdminMonth) {
  const [currentPrices, setCurrentPrices] = useState<CurrentPrices | null>(null)
  /** Whether the month was published when the unsaved changes began. */
  const [wasActive, setWasActive] = useState(row.is_active)
  /** Just published, here: all families can be told. */
  const [isPublished, setPublished] = useState(false)
  /** Not part of the month: kept until a save sent it, or staff discard it. */
  const message = useDraft<MessageDraft>(`message with month ${row.id}`, { empty: {} })
  const form = useVersionedForm({
    name: `month ${row.id}`,
    stored: useMemo(() => storedMonth(row), [row]),
    mutation: saveMonthOptions(row),
    onSaved: (saved, { changes }) => {
      setCurrentPrices(null)
      setWasActive(saved.is_active)
      message.clear()
      if (changes.is_active !== undefined) setPublished(changes.is_active)
      form.toast.success(
        changes.is_active ? `${monthLabel(saved)} published` : `${monthLabel(saved)} saved and synced`,
        changes.message ? sentMessage(saved.families) : undefined,
      )
    },
    onError: (error, { changes }) => {
      form.discardFields(...STATE)
      const current = currentPricesOf(error)
      setCurrentPrices(current)
      // The first time this opens the price dialog; after a choice it means that the prices changed again.
      if (!current || changes.publish_prices)
        form.toast.error('Error', formErrorMessage(error, 'Failed to sync month to server.'))
    },
  })
  const { values } = form
  const isDirty = Object.keys(form.draft.changes).some((name) => !STATE.some((state) => state === name))
  if (!isDirty && wasActive !== row.is_active) setWasActive(row.is_active)
  const month = useMemo(() => toMonthCalendar(row), [row])
  const calendar = useMemo(() => applyMonthValues(month, values), [month, values])
  const edit = (change: (calendar: MonthCalendar) => MonthCalendar) =>
    form.edit(changedValues(values, { ...values, ...toMonthValues(change(calendar), values.is_active) }))
  // Stable callbacks, because every day cell gets them.
  const latest = useRef(edit)
  latest.current = edit
  const toggleLock = useCallback((day: number) => latest.current((now) => toggleClosedDay(now, day)), [])
  const setAllSeats = useCallback((seats: number | null) => latest.current((now) => setSeats(now, seats)), [])
  /** What staff chose for this save; kept while they choose the prices to publish at. */
  const choices = useRef<SaveChoices>({})
  const submit = (part: Partial<MonthValues>, chosen: SaveChoices = {}) => {
    choices.current = chosen
    form.submit({}, { ...part, ...chosen })
  }
  const pendingChanges = form.isSaving ? form.save.variables?.changes : undefined
  return {
    row,
    calendar,
    isDirty,
    /** Another admin published the month or moved it to draft while there are unsaved changes. */
    isStateChanged: isDirty && !form.isSaving && wasActive !== row.is_active,
    conflict: form.conflict,
    conflicts: form.conflicts,
    values,
    stored: form.stored,
    toast: form.toast,
    paint: (day: number, type: DayType) => edit((now) => retypeDay(now, day, type)),
    toggleLock,
    setSeats: setAllSeats,
    setDaySeats: (day: number, seats: number | null) => edit((now) => setDaySeats(now, day, seats)),
    discard: form.discard,
    /** Cancelling a day saved the month, so an unsaved type of that day is discarded. */
    discardDay: (day: number) => form.discardFields(`day ${day}`),
    isPublished,
    forgetPublished: () => setPublished(false),
    message,
    /** Saves nothing else that was changed; of that day, an unsaved type is discarded. */
    cancelDay: (n: number, chosen: SaveChoices) => {
      const day = { [`day ${n}`]: { type: 'unavailable', closed: false } } as const
      form.discardFields(`day ${n}`)
      const changes = { ...day, ...chosen }
      form.save.mutate({ changes, base: {}, version: row.version, values: { ...form.stored, ...changes } })
    },
    save: (chosen?: SaveChoices) => submit({}, chosen),
    publish: (chosen?: SaveChoices) => submit({ is_active: true }, chosen),
    moveToDraft: (chosen?: SaveChoices) => submit({ is_active: false }, chosen),
    /** Which of the three saves is pending. */
    saving: form.isSaving ? (pendingChanges?.is_active ?? 'keep') : null,
    /** Set when a draft's prices are not the current ones and staff have to choose. */
    currentPrices,
    publishingAt: pendingChanges?.publish_prices?.use ?? null,
    publishAt: (use: 'own' | 'current') =>
      currentPrices &&
      submit({ is_active: true, publish_prices: { use, seen: currentPrices } }, choices.current),
    cancelPublishing: () => setCurrentPrices(null),
  }
}

const sentMessage = (families: number) =>
  families === 0 ? 'Nobody was left to write to.' : `Sent to ${familyCountLabel(families)}. ${CHECK_DELIVERY}`

export type MonthForm = ReturnType<typeof useMonthForm>
