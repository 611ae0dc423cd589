import type { Encryptor } from '../auth/encryption'
import { OperatorError } from '../operator-error'
import {
  describeUndecryptable,
  ENCRYPTED_COLUMNS,
  type EncryptedColumn,
  isRightKey,
  type KeyUse,
} from '../secrets-key/key-use'
import { type BackupVisitor, readBackup, type TableHeading } from './backup-file'

const NULL = '\\N'

/** What a backup reveals about the key it was made with. None of these values contains a character that COPY escapes. */
async function readKeyUse(file: string, identities: readonly string[]): Promise<KeyUse> {
  const use: KeyUse = { fingerprint: undefined, encrypted: [] }
  let heading: TableHeading | undefined
  let of: EncryptedColumn | undefined
  const visitor: BackupVisitor = {
    table(next) {
      heading = next
      of = ENCRYPTED_COLUMNS.find(({ table }) => table === next.table)
    },
    row(line) {
      if (!of && heading?.table !== 'settings') return
      const values = line.split('\t')
      const field = (column: string) => values[heading?.columns.indexOf(column) ?? -1] ?? NULL
      if (of) {
        const text = field(of.column)
        const isConfirmed = of.confirmed !== null && field(of.confirmed) !== NULL
        if (text !== NULL) use.encrypted.push({ of, id: field(of.id), text, isConfirmed })
      } else if (field('key') === 'secrets_key_fingerprint') use.fingerprint = JSON.parse(field('value'))
    },
  }
  await readBackup(file, identities, visitor)
  return use
}

/**
 * Runs before anything is changed: a backup with encrypted values needs the key they were encrypted with, or permission
 * to abandon them. Returns whether they must be. A null encryptor means that this machine has no key yet.
 */
export async function mustReset(
  file: string,
  encryptor: Encryptor | null,
  isResetAllowed: boolean,
  identities: readonly string[] = [],
): Promise<boolean> {
  const use = await readKeyUse(file, identities)
  if (isRightKey(encryptor, use)) return false
  if (use.encrypted.length === 0 || isResetAllowed) return true
  throw new OperatorError(
    `The backup ${file} was made with another key: ${describeUndecryptable(encryptor, use.encrypted)}. Set SECRETS_KEY to that key, or replace DATA_DIR/secrets.key with it, and restore again. If that key is lost for good, use npm run restore -- FILE --reset-two-step: two-step sign-in is then off for all staff until they set it up again.`,
  )
}
