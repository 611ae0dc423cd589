import { readFile } from 'node:fs/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import { OperatorError, reasonOf } from '../operator-error'

/** After the name of a backup that is encrypted by age (age-encryption.org). */
export const ENCRYPTED_SUFFIX = '.age'

/** How every file of age begins. */
export const AGE_VERSION_LINE = 'age-encryption.org/v1\n'

export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/**
 * The server has no identity that reads what it encrypts for the recipient. To check a new backup all the same, it is
 * encrypted for this one too, which is forgotten afterwards. A file cannot have recipients of both kinds.
 */
export const temporaryIdentity = (recipient: string): Promise<string> =>
  /^age1(tag)?pq1/.test(recipient) ? generateHybridIdentity() : generateX25519Identity()

/** For a pipeline: encrypts for the recipient and for this identity. */
export function encryptFor(recipient: string, identity: string) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    encrypter.addRecipient(await identityToRecipient(identity))
    yield* await encrypter.encrypt(webStream(source))
  }
}

/** For a pipeline. Fails with age's own error. */
export function decryptWith(identities: readonly string[]) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(identity)
    yield* await decrypter.decrypt(webStream(source))
  }
}

/** Node's own type and the browser's, which age names, differ by what only the other one has. */
const webStream = (source: AsyncIterable<Uint8Array>) =>
  WebStream.from(source) as unknown as ReadableStream<Uint8Array>

/** The identities in a file as `age-keygen` writes it: one a line, beside comments. */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new OperatorError(`The identity file ${file} cannot be read: ${reasonOf(error)}.`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0 || !identities.every(isIdentity))
    throw new OperatorError(
      `The file ${file} holds no age identity: a line that begins with AGE-SECRET-KEY-1, as age-keygen writes it.`,
    )
  return identities
}

function isIdentity(text: string): boolean {
  try {
    new Decrypter().addIdentity(text)
    return true
  } catch {
    return false
  }
}
