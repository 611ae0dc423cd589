import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Secrets that the program has to read again. Of all others a digest is enough: `secrets.ts`. */
export type Encryptor = {
  /** `owner` says what the text belongs to (`two-step:ID`): moved to another row it does not open. */
  encrypt(text: string, owner: string): string
  /** Null where it was sealed with another key, for another owner, or altered. */
  decrypt(sealed: string, owner: string): string | null
  /** Tells this key from others, and nothing of the key itself: stored to notice an instance with another one. */
  fingerprint: string
  /** The same for the same text, and without the key nobody can try texts against it. */
  hmac(text: string): string
}

const FORM = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a key made from the given one, whatever its length. */
export function createEncryptor(secretsKey: string): Encryptor {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretsKey, '', purpose, 32))
  const key = derive('aftercare sealed secrets')
  const hmacKey = derive('aftercare names in logs')
  // Tells a foreign key from a damaged text to whoever looks at a row; tells nothing of the key.
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return {
    fingerprint: derive('aftercare fingerprint of the key').toString('hex'),
    hmac: (text) => createHmac('sha256', hmacKey).update(text).digest('hex'),
    encrypt(text, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(owner))
      const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${FORM}.${mark}.${body.toString('base64url')}`
    },
    decrypt(sealed, owner) {
      const [form, sealedBy, encoded = ''] = sealed.split('.')
      const body = Buffer.from(encoded, 'base64url')
      if (form !== FORM || sealedBy !== mark || body.length < IV_BYTES + TAG_BYTES) return null
      const end = body.length - TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(body.subarray(end))
      try {
        return Buffer.concat([decipher.update(body.subarray(IV_BYTES, end)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        return null
      }
    },
  }
}
