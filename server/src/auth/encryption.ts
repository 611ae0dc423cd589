import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** For secrets that must be read back. For all others a hash is enough: `secrets.ts`. */
export type Encryptor = {
  /** `associatedData` binds the ciphertext to its row (`calendar-feed:ID`): copied to another row, it cannot be decrypted. */
  encrypt(text: string, associatedData: string): string
  /** Null if encrypted with another key or other associated data, or if altered. */
  decrypt(encrypted: string, associatedData: string): string | null
  /** Identifies the key without revealing it: stored, to detect an instance with a different key. */
  fingerprint: string
  /** Deterministic, and cannot be brute-forced without the key. */
  hmac(text: string): string
}

const FORMAT = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key derived from the given one, which may have any length. */
export function createEncryptor(secretsKey: string): Encryptor {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretsKey, '', purpose, 32))
  const key = derive('aftercare sealed secrets')
  const hmacKey = derive('aftercare names in logs')
  // Distinguishes a wrong key from a damaged ciphertext without revealing the key.
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return {
    fingerprint: derive('aftercare fingerprint of the key').toString('hex'),
    hmac: (text) => createHmac('sha256', hmacKey).update(text).digest('hex'),
    encrypt(text, associatedData) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(associatedData))
      const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${FORMAT}.${keyId}.${body.toString('base64url')}`
    },
    decrypt(encrypted, associatedData) {
      const [format, encryptedWith, encoded = ''] = encrypted.split('.')
      const body = Buffer.from(encoded, 'base64url')
      if (format !== FORMAT || encryptedWith !== keyId || body.length < IV_BYTES + TAG_BYTES) return null
      const end = body.length - TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(associatedData))
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
