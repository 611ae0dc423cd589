import type { QueryKey } from '@tanstack/react-query'
import type { KeyHeader } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { type Save, sendVersioned, type Versioned } from '../../lib/versioned-draft'

/** A setting is saved as a whole; the response takes the place of what was known of it. */
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
