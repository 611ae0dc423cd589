import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createEncryptor } from './encryption'
import { findSecretsKey, readSecretsKey, SECRETS_KEY_FILE } from './secrets-key'

const KEY = 'k'.repeat(32)
const folders: string[] = []
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-key-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('an encrypted secret', () => {
  const encryptor = createEncryptor(KEY)

  it('can be decrypted with the same key and associated data', () => {
    for (const text of ['', 'JBSWY3DPEHPK3PXP', 'Zoë 🪁', 'x'.repeat(5_000)]) {
      expect(createEncryptor(KEY).decrypt(encryptor.encrypt(text, 'a'), 'a')).toBe(text)
    }
  })

  it('is different each time and contains nothing of the plaintext', () => {
    const [first, second] = [
      encryptor.encrypt('JBSWY3DPEHPK3PXP', 'a'),
      encryptor.encrypt('JBSWY3DPEHPK3PXP', 'a'),
    ]
    expect(first).not.toBe(second)
    expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
    expect(first).not.toContain(KEY)
  })

  it('cannot be decrypted with other associated data, with another key, or if altered', () => {
    const encrypted = encryptor.encrypt('secret', 'a')
    expect(encryptor.decrypt(encrypted, 'b')).toBeNull()
    expect(createEncryptor(`${KEY}!`).decrypt(encrypted, 'a')).toBeNull()
    const [format, keyId, body = ''] = encrypted.split('.')
    const bytes = Buffer.from(body, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(encryptor.decrypt(`${format}.${keyId}.${altered.toString('base64url')}`, 'a')).toBeNull()
    }
    for (const text of ['', 'v1', `v1.${keyId}.`, `v1.${keyId}.AAAA`, `v2.${keyId}.${body}`, 'secret']) {
      expect(encryptor.decrypt(text, 'a')).toBeNull()
    }
  })
})

describe('derived keys', () => {
  it('differ for each key and do not contain it', () => {
    const [one, same, other] = [createEncryptor(KEY), createEncryptor(KEY), createEncryptor(`${KEY}!`)]
    expect([same.fingerprint, same.hmac('ana@x.com')]).toEqual([one.fingerprint, one.hmac('ana@x.com')])
    expect(other.fingerprint).not.toBe(one.fingerprint)
    expect(other.hmac('ana@x.com')).not.toBe(one.hmac('ana@x.com'))
    expect(one.hmac('diana@x.com')).not.toBe(one.hmac('ana@x.com'))
    expect(one.fingerprint).not.toContain(KEY)
  })
})

describe('the key', () => {
  it('is SECRETS_KEY if set', () => {
    const dataDir = aFolder()
    expect(readSecretsKey({ secretsKey: KEY, dataDir })).toBe(KEY)
    expect(existsSync(join(dataDir, SECRETS_KEY_FILE))).toBe(false)
  })

  it('is otherwise created once, in a file that only its owner can read', () => {
    const dataDir = join(aFolder(), 'new', 'data')
    expect(findSecretsKey({ secretsKey: undefined, dataDir })).toBeNull()
    expect(existsSync(join(dataDir, SECRETS_KEY_FILE))).toBe(false)
    const created = readSecretsKey({ secretsKey: undefined, dataDir })
    expect(findSecretsKey({ secretsKey: undefined, dataDir })).toBe(created)
    expect(created).toMatch(/^[\w-]{43}$/)
    expect(readSecretsKey({ secretsKey: undefined, dataDir })).toBe(created)
    expect(statSync(join(dataDir, SECRETS_KEY_FILE)).mode & 0o777).toBe(0o600)
    expect(readSecretsKey({ secretsKey: undefined, dataDir: aFolder() })).not.toBe(created)
  })

  it('fails with a clear message if its file is damaged', () => {
    const dataDir = aFolder()
    writeFileSync(join(dataDir, SECRETS_KEY_FILE), 'cut')
    expect(() => readSecretsKey({ secretsKey: undefined, dataDir })).toThrow(/secrets\.key is damaged/)
    expect(readFileSync(join(dataDir, SECRETS_KEY_FILE), 'utf8')).toBe('cut')
  })

  it('fails with a clear message if it can be neither read nor created', () => {
    const file = join(aFolder(), 'a-file')
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    expect(() => readSecretsKey({ secretsKey: undefined, dataDir: join(file, 'data') })).toThrow(
      /cannot be (read|written)/,
    )
  })
})
