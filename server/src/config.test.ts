import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config'

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      programName: 'Preschool Aftercare',
      timeZone: 'America/New_York',
      contactEmail: 'aftercare@example.com',
      adminEmail: 'admin@example.com',
      trustProxy: 0,
      logLevel: 'info',
    })
  })

  it('takes a blank value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('tells all problems at once, each by its name', () => {
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

  it('refuses a set clock in production', () => {
    expect(() => readConfig({ NOW: '2026-11-16T09:00:00-05:00', NODE_ENV: 'production' })).toThrow(/NOW/)
  })
})
