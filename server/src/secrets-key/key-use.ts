import type { Encryptor } from '../auth/encryption'
import { openFeed } from '../calendar-feed/feeds.queries'
import { decryptKey } from '../two-factor/two-factor.queries'

/**
 * Every column that holds encrypted values, the column that names its row, the one that says that the value has been
 * used, and how one is decrypted.
 */
export const ENCRYPTED_COLUMNS = [
  {
    table: 'two_factor',
    id: 'account_id',
    column: 'encrypted_key',
    confirmed: 'confirmed_at',
    decrypt: decryptKey,
    label: 'keys of two-step sign-in',
  },
  {
    table: 'calendar_feeds',
    id: 'parent_id',
    column: 'encrypted_secret',
    confirmed: null,
    decrypt: openFeed,
    label: 'calendar links',
  },
] as const

export type EncryptedColumn = (typeof ENCRYPTED_COLUMNS)[number]
export type EncryptedValue = { of: EncryptedColumn; id: string; text: string; isConfirmed: boolean }

/** What a database or a backup says about the key it was used with. */
export type KeyUse = {
  /** Undefined in one that an older version made. */
  fingerprint: unknown
  encrypted: EncryptedValue[]
}

/** Without a key nothing can be decrypted. */
export const canDecrypt = (encryptor: Encryptor | null, { of, id, text }: EncryptedValue): boolean =>
  encryptor !== null && of.decrypt(encryptor, id, text) !== null

/**
 * Whether it is the key they were encrypted with. Without a fingerprint one value that can be decrypted proves it:
 * others may be of a key that was lost before. Where two-step sign-in is on only its keys prove it, for an instance
 * that decrypts a calendar link and none of them would lock staff out.
 */
export function isRightKey(encryptor: Encryptor | null, { fingerprint, encrypted }: KeyUse): boolean {
  if (fingerprint !== undefined) return fingerprint === encryptor?.fingerprint
  const confirmed = encrypted.filter(({ isConfirmed }) => isConfirmed)
  const proofs = confirmed.length > 0 ? confirmed : encrypted
  return proofs.length === 0 || proofs.some((value) => canDecrypt(encryptor, value))
}

/** For the operator, as in "1 of 2 keys of two-step sign-in and 0 of 3 calendar links cannot be decrypted". */
export function describeUndecryptable(encryptor: Encryptor | null, encrypted: EncryptedValue[]): string {
  const counts = ENCRYPTED_COLUMNS.map((column) => {
    const values = encrypted.filter(({ of }) => of === column)
    const lost = values.filter((value) => !canDecrypt(encryptor, value))
    return `${lost.length} of ${values.length} ${column.label}`
  })
  return `${counts.join(' and ')} cannot be decrypted`
}
