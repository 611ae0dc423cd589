import type { QueryKey } from '@tanstack/react-query'
import type { KeyHeader } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { type Save, sendVersioned, type Versioned } from '../../lib/versioned-draft'

/** Saves a setting as a whole; the response replaces the cached value. */
export const saveSettingOptions = <Row, Values extends object>(
  queryKey: QueryKey,
  read: (row: Row) => Versioned<Values>,
  put: (save: Save<Values>, headers: KeyHeader) => Promise<Row>,
): SaveOptions<Row, Values> => ({
  mutationKey: queryKey,
  mutationFn: (save) => sendVersioned(queryKey.join(' '), save, read, put),
  onSuccess: (row) => void queryClient.setQueryData(queryKey, row),
  onError: () => queryClient.invalidateQueries({ queryKey }),
})
