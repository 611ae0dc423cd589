import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, VARIABLES } from './config'

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      program: {
        name: 'Preschool Aftercare',
        timeZone: 'America/New_York',
        contactEmail: 'aftercare@example.com',
        contactPhone: null,
        logoId: null,
        version: 0,
      },
      adminEmail: 'admin@example.com',
      trustProxy: 0,
      logLevel: 'info',
    })
  })

  it('treats a blank value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('reports all invalid variables at once, by name', () => {
    const read = () =>
      readConfig({
        PORT: 'abc',
        PUBLIC_URL: 'ftp://x',
        DATABASE_URL: 'mysql://x',
        PROGRAM_TIMEZONE: 'Mars/Base',
        ADMIN_PASSWORD: 'short',
        NOW: 'soon',
      })
    expect(read).toThrow(ConfigError)
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'PROGRAM_TIMEZONE', 'ADMIN_PASSWORD', 'NOW']) {
      expect(read).toThrow(name)
    }
  })

  it.each([
    ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
    ['PORT', '3000.5', 'must be a whole number from 0 to 65535'],
    ['PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['TRUST_PROXY', '-1', 'must be a whole number from 0 to 10'],
    ['STAFF_SESSION_IDLE_HOURS', 'long', 'must be a number from 0.25 to 720'],
    ['STAFF_SESSION_DAYS', '91', 'must be a number from 0.25 to 90'],
    ['MAIL_FROM', 'Aftercare', 'must be an email address such as aftercare@school.example'],
    ['CONTACT_EMAIL', 'nobody', 'must be an email address such as aftercare@school.example'],
    ['CONTACT_EMAIL', 'office@school.c', 'must be an email address such as aftercare@school.example'],
    ['ADMIN_EMAIL', 'nobody', 'must be an email address such as office@school.example'],
    ['PROGRAM_NAME', 'x'.repeat(81), 'must have at most 80 characters'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['SECRETS_KEY', 'short', 'must have at least 32 characters'],
    [
      'BACKUP_RECIPIENT',
      'age1abc',
      'must be an age public key, which begins with age1, as age-keygen prints it',
    ],
    [
      'BACKUP_RECIPIENT',
      `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
      'must be an age public key, which begins with age1, as age-keygen prints it',
    ],
    ['SMTP_URL', 'mail.school.example', 'must look like smtp://user:password@host:587'],
  ])('explains what is wrong with %s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      `These settings are not valid:\n  ${name}: ${message}`,
    )
  })

  it.each([
    ['no mail server', { PUBLIC_URL: 'https://a.example' }, /SMTP_URL: is required.*MAIL_TO_FILES=allow/],
    ['no public URL', { SMTP_URL: 'smtp://localhost' }, /PUBLIC_URL: is required/],
    ['neither', {}, /SMTP_URL.*\n.*PUBLIC_URL/],
  ])('rejects production with %s', (_, env, message) => {
    expect(() => readConfig({ ...env, NODE_ENV: 'production' })).toThrow(message)
    expect(() => readConfig(env)).not.toThrow()
  })

  it('allows production without a mail server if MAIL_TO_FILES is set', () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example', MAIL_TO_FILES: 'allow' }
    expect(readConfig(env)).toMatchObject({ isProduction: true, smtpUrl: undefined })
    expect(() => readConfig({ ...env, MAIL_TO_FILES: 'yes' })).toThrow(/MAIL_TO_FILES/)
  })

  it.each([
    ['the bundled database', {}, '/srv/data/backups'],
    ['the bundled database and BACKUP_DIR', { BACKUP_DIR: '/mnt/backups' }, '/mnt/backups'],
    ['another database', { DATABASE_URL: 'postgres://a.example/x' }, null],
    [
      'another database and a blank BACKUP_DIR',
      { DATABASE_URL: 'postgres://a.example/x', BACKUP_DIR: ' ' },
      null,
    ],
    [
      'another database and BACKUP_DIR',
      { DATABASE_URL: 'postgres://a.example/x', BACKUP_DIR: '/mnt/backups' },
      '/mnt/backups',
    ],
  ])('backs up %s as documented', (_, env, folder) => {
    expect(readConfig({ DATA_DIR: '/srv/data', ...env }).backupDir).toBe(folder)
  })

  it('rejects NOW in production', () => {
    expect(() => readConfig({ NOW: '2026-11-16T09:00:00-05:00', NODE_ENV: 'production' })).toThrow(/NOW/)
  })
})

describe('.env.example', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const settings = parseEnv(example.replaceAll(/^#(?=[A-Z_]+=)/gm, ''))

  it('lists every variable once', () => {
    const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(names.toSorted()).toEqual(VARIABLES.toSorted())
  })

  it('sets nothing, and its sample values are valid', () => {
    expect(parseEnv(example)).toEqual({})
    expect(readConfig({ ...settings, NODE_ENV: '' }).publicUrl).toBe('https://aftercare.school.example')
    expect(readConfig({ ...settings, NOW: '' }).isProduction).toBe(true)
  })

  it('is matched by the README, which documents every variable', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const documented = VARIABLES.filter((name) => readme.includes(`\`${name}\``))
    expect(documented).toEqual(VARIABLES)
  })
})
