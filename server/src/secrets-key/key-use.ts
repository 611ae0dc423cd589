import type { Encryptor } from '../auth/encryption'
import { decryptFeedSecret } from '../calendar-feed/feeds.queries'
import { decryptKey } from '../two-factor/two-factor.queries'

/**
 * Every column with encrypted values: its table's id column, the column that shows that the value has been used, and how
 * to decrypt it.
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
    decrypt: decryptFeedSecret,
    label: 'calendar links',
  },
] as const

export type EncryptedColumn = (typeof ENCRYPTED_COLUMNS)[number]
export type EncryptedValue = { of: EncryptedColumn; id: string; text: string; isConfirmed: boolean }

/** What a database or a backup reveals about the key it was used with. */
export type KeyUse = {
  /** Undefined if written by an older version. */
  fingerprint: unknown
  encrypted: EncryptedValue[]
}

export const canDecrypt = (encryptor: Encryptor | null, { of, id, text }: EncryptedValue): boolean =>
  encryptor !== null && of.decrypt(encryptor, id, text) !== null

/**
 * Whether the values were encrypted with this key. Without a fingerprint, one value that can be decrypted proves it:
 * others may be from a key lost earlier. If two-factor sign-in is on, only its secrets count, because an instance that
 * decrypts a calendar link but none of them would lock staff out.
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
    const undecryptable = values.filter((value) => !canDecrypt(encryptor, value))
    return `${undecryptable.length} of ${values.length} ${column.label}`
  })
  return `${counts.join(' and ')} cannot be decrypted`
}
