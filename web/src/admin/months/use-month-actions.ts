import { toCents } from '@aftercare/domain/lib/money'
import { monthLabel } from '@aftercare/domain/months/months'
import { useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { type AdminMonth, type MonthSave, useDeleteMonth, useSaveMonth } from './months.admin.api'
import type { MonthDraft } from './use-month-draft'

type Ends = {
  onDeleting: (month: AdminMonth) => void
  onDeleted: (month: AdminMonth) => void
  onDeletionEnd: () => void
}

/** Save, publish, move to draft and delete, each with its words. */
export function useMonthActions(draft: MonthDraft, { onDeleting, onDeleted, onDeletionEnd }: Ends) {
  const say = useMessages(`month ${draft.base.id}`)
  const [asksForPrices, setAsksForPrices] = useState(false)
  const [currentPrices, setCurrentPrices] = useState<CurrentPrices>({ regular_price: 0, special_price: 0 })
  const save = useSaveMonth(draft.base.id, {
    onSuccess: (saved, { calendar, is_active }) => {
      setAsksForPrices(false)
      draft.markSaved(saved, calendar)
      say.success(is_active ? `${monthLabel(saved)} published` : `${monthLabel(saved)} saved and synced`)
    },
    onError: (error, { publish_prices }) => {
      const current = currentPricesOf(error)
      setAsksForPrices(current !== null)
      if (current) setCurrentPrices(current)
      // The first time it is a question and no failure; after a choice the prices have changed.
      if (!current || publish_prices) say.error('Error', saveFailure(error))
    },
  })
  const remove = useDeleteMonth({
    onSuccess: (_, month) => {
      say.success(`${monthLabel(month)} deleted`)
      onDeletionEnd()
      onDeleted(month)
    },
    onError: (error) => {
      say.error('Error', refusalWords(error) ?? 'Failed to delete month. Please try again.')
      onDeletionEnd()
    },
  })
  const store = (options: Pick<MonthSave, 'is_active' | 'publish_prices'> = {}) =>
    save.send({ month: draft.base, calendar: draft.calendar, ...options })
  /** What was said of a conflict goes with it. */
  const solve = (take: () => void) => () => {
    take()
    say.clear()
  }

  return {
    save: () => store(),
    publish: () => store({ is_active: true }),
    /** Where a draft's prices are not the current ones, the server wants to know which to use. */
    priceQuestion: {
      open: asksForPrices,
      current: {
        regularPriceCents: toCents(currentPrices.regular_price),
        specialPriceCents: toCents(currentPrices.special_price),
      },
      sending: save.isPending ? (save.sent?.publish_prices?.use ?? null) : null,
      onChoose: (use: 'own' | 'current') =>
        store({ is_active: true, publish_prices: { use, seen: currentPrices } }),
      onCancel: () => setAsksForPrices(false),
    },
    moveToDraft: () => store({ is_active: false }),
    removeMonth: () => {
      onDeleting(draft.row)
      remove.send(draft.row)
    },
    applyMine: solve(draft.applyMine),
    dropMine: solve(draft.dropMine),
    undoAll: solve(draft.undoAll),
    /** Which of the three saves is under way. */
    saving: save.isPending ? (save.sent?.is_active ?? 'keep') : null,
    isDeleting: remove.isPending,
  }
}

type CurrentPrices = { regular_price: number; special_price: number }

const currentPricesOf = (error: Error): CurrentPrices | null =>
  error instanceof ApiError && error.code === 'prices-differ' ? (error.stored as CurrentPrices) : null

const STALE =
  'Another admin changed this month in the meantime. Your changes are still here: see above the calendar.'

function saveFailure(error: Error): string {
  if (error instanceof ApiError && error.code === 'stale-version') return STALE
  return refusalWords(error) ?? 'Failed to sync month to server.'
}
