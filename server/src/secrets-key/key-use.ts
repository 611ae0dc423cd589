import type { Sealer } from '../auth/sealed'
import { openFeed } from '../calendar-feed/feeds.queries'
import { openKey } from '../two-step/two-step.queries'

/** Every column that holds encrypted values, the column that names its row, and how one is decrypted. */
export const ENCRYPTED_COLUMNS = [
  { table: 'two_step', id: 'account_id', column: 'sealed_key', decrypt: openKey },
  { table: 'calendar_feeds', id: 'parent_id', column: 'sealed_secret', decrypt: openFeed },
] as const

export type EncryptedColumn = (typeof ENCRYPTED_COLUMNS)[number]
export type EncryptedValue = { of: EncryptedColumn; id: string; text: string }

/** What a database or a backup says about the key it was used with. */
export type KeyUse = {
  /** Undefined in one that an older version made. */
  fingerprint: unknown
  encrypted: EncryptedValue[]
}

export const canDecrypt = (sealer: Sealer, { of, id, text }: EncryptedValue): boolean =>
  of.decrypt(sealer, id, text) !== null

/**
 * Whether it is the key they were encrypted with. Without a fingerprint one value that can be decrypted proves it:
 * others may be of a key that was lost before.
 */
export function isRightKey(sealer: Sealer, { fingerprint, encrypted }: KeyUse): boolean {
  if (fingerprint !== undefined) return fingerprint === sealer.fingerprint
  return encrypted.length === 0 || encrypted.some((value) => canDecrypt(sealer, value))
}
