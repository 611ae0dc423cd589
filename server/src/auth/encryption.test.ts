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

describe('a sealed secret', () => {
  const encryptor = createEncryptor(KEY)

  it('opens again, for its owner, under the same key', () => {
    for (const text of ['', 'JBSWY3DPEHPK3PXP', 'Zoë 🪁', 'x'.repeat(5_000)]) {
      expect(createEncryptor(KEY).decrypt(encryptor.encrypt(text, 'a'), 'a')).toBe(text)
    }
  })

  it('never looks the same twice and holds nothing of the text', () => {
    const [first, second] = [
      encryptor.encrypt('JBSWY3DPEHPK3PXP', 'a'),
      encryptor.encrypt('JBSWY3DPEHPK3PXP', 'a'),
    ]
    expect(first).not.toBe(second)
    expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
    expect(first).not.toContain(KEY)
  })

  it('does not open for another owner, under another key, or altered', () => {
    const sealed = encryptor.encrypt('secret', 'a')
    expect(encryptor.decrypt(sealed, 'b')).toBeNull()
    expect(createEncryptor(`${KEY}!`).decrypt(sealed, 'a')).toBeNull()
    const [form, mark, body = ''] = sealed.split('.')
    const bytes = Buffer.from(body, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(encryptor.decrypt(`${form}.${mark}.${altered.toString('base64url')}`, 'a')).toBeNull()
    }
    for (const text of ['', 'v1', `v1.${mark}.`, `v1.${mark}.AAAA`, `v2.${mark}.${body}`, 'secret']) {
      expect(encryptor.decrypt(text, 'a')).toBeNull()
    }
  })
})

describe('what is derived from the key', () => {
  it('differs from key to key, and holds nothing of it', () => {
    const [one, same, other] = [createEncryptor(KEY), createEncryptor(KEY), createEncryptor(`${KEY}!`)]
    expect([same.fingerprint, same.hmac('ana@x.com')]).toEqual([one.fingerprint, one.hmac('ana@x.com')])
    expect(other.fingerprint).not.toBe(one.fingerprint)
    expect(other.hmac('ana@x.com')).not.toBe(one.hmac('ana@x.com'))
    expect(one.hmac('diana@x.com')).not.toBe(one.hmac('ana@x.com'))
    expect(one.fingerprint).not.toContain(KEY)
  })
})

describe('the key', () => {
  it('is the one that is set', () => {
    const dataDir = aFolder()
    expect(readSecretsKey({ secretsKey: KEY, dataDir })).toBe(KEY)
    expect(existsSync(join(dataDir, SECRETS_KEY_FILE))).toBe(false)
  })

  it('is else made once, in a file that only its owner reads', () => {
    const dataDir = join(aFolder(), 'new', 'data')
    expect(findSecretsKey({ secretsKey: undefined, dataDir })).toBeNull()
    expect(existsSync(join(dataDir, SECRETS_KEY_FILE))).toBe(false)
    const made = readSecretsKey({ secretsKey: undefined, dataDir })
    expect(findSecretsKey({ secretsKey: undefined, dataDir })).toBe(made)
    expect(made).toMatch(/^[\w-]{43}$/)
    expect(readSecretsKey({ secretsKey: undefined, dataDir })).toBe(made)
    expect(statSync(join(dataDir, SECRETS_KEY_FILE)).mode & 0o777).toBe(0o600)
    expect(readSecretsKey({ secretsKey: undefined, dataDir: aFolder() })).not.toBe(made)
  })

  it('ends the start with a sentence where its file is damaged', () => {
    const dataDir = aFolder()
    writeFileSync(join(dataDir, SECRETS_KEY_FILE), 'cut')
    expect(() => readSecretsKey({ secretsKey: undefined, dataDir })).toThrow(/secrets\.key is damaged/)
    expect(readFileSync(join(dataDir, SECRETS_KEY_FILE), 'utf8')).toBe('cut')
  })

  it('ends the start with a sentence where it can be neither read nor made', () => {
    const file = join(aFolder(), 'a-file')
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    expect(() => readSecretsKey({ secretsKey: undefined, dataDir: join(file, 'data') })).toThrow(
      /cannot be (read|written)/,
    )
  })
})
