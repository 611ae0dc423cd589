import { join, resolve } from 'node:path'
import { MIN_PASSWORD_LENGTH } from '@aftercare/domain/lib/enums'
import { isEmail, MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { canonicalTimeZone, isTimeZone } from '@aftercare/domain/program/program-details'
import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import { z } from 'zod'
import { MIN_KEY_LENGTH } from './auth/secrets-key'
import { STAFF_SESSION, type StaffSession } from './auth/staff-session'
import { isRecipient } from './backup/backup-encryption'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, fallback: z.input<T>) =>
  z.preprocess((value) => blankIsUnset(value) ?? fallback, schema)

/** A number within a range, with one error message for all failures. */
const between = (min: number, max: number, kind: 'number' | 'whole number' = 'number') => {
  const error = `must be a ${kind} from ${min} to ${max}`
  const number = z.coerce.number({ error }).min(min, error).max(max, error)
  return kind === 'whole number' ? number.int(error) : number
}
const emailAddress = (example: string) =>
  z
    .string()
    .trim()
    .refine(isEmail, { error: `must be an email address such as ${example}` })

const variables = {
  PORT: withDefault(between(0, 65_535, 'whole number'), 3000),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })),
  DATABASE_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' }),
  ),
  DATABASE_POOL_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:6432/name' }),
  ),
  DATA_DIR: withDefault(z.string(), './data'),
  BACKUP_DIR: optional(z.string()),
  BACKUP_RECIPIENT: optional(
    z
      .string()
      .trim()
      .refine(isRecipient, 'must be an age public key, which begins with age1, as age-keygen prints it'),
  ),
  SECRETS_KEY: optional(z.string().min(MIN_KEY_LENGTH, `must have at least ${MIN_KEY_LENGTH} characters`)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })),
  MAIL_FROM: optional(emailAddress('aftercare@school.example')),
  PROGRAM_NAME: withDefault(
    z.string().max(MAX_LENGTH.programName, `must have at most ${MAX_LENGTH.programName} characters`),
    'Preschool Aftercare',
  ),
  PROGRAM_TIMEZONE: withDefault(
    z.string().refine(isTimeZone, 'must be a time zone such as America/New_York'),
    'America/New_York',
  ),
  CONTACT_EMAIL: withDefault(emailAddress('aftercare@school.example'), 'aftercare@example.com'),
  ADMIN_EMAIL: withDefault(emailAddress('office@school.example'), 'admin@example.com'),
  ADMIN_PASSWORD: optional(
    z.string().min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`),
  ),
  STAFF_SESSION_IDLE_HOURS: withDefault(between(0.25, 24 * 30), STAFF_SESSION.idleHours),
  STAFF_SESSION_DAYS: withDefault(between(0.25, 90), STAFF_SESSION.days),
  TRUST_PROXY: withDefault(between(0, 10, 'whole number'), 0),
  NOW: optional(
    z.iso.datetime({ offset: true, error: 'must be a timestamp such as 2026-11-16T09:00:00-05:00' }),
  ),
  NODE_ENV: optional(z.string()),
  MAIL_TO_FILES: optional(z.literal('allow', { error: 'can only be "allow"' })),
  METRICS_TOKEN: optional(z.string().trim().regex(/^\S*$/, 'must not have spaces')),
  LOG_LEVEL: withDefault(z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }), 'info'),
}

/** Every environment variable that is read. */
export const VARIABLES = Object.keys(variables)

const environmentSchema = z
  .object(variables)
  .refine((env) => !(env.NOW && env.NODE_ENV === 'production'), {
    path: ['NOW'],
    error: 'is for demos and tests and is not allowed when NODE_ENV is production',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.SMTP_URL || env.MAIL_TO_FILES, {
    path: ['SMTP_URL'],
    error:
      'is required when NODE_ENV is production: without it no email is sent. Set MAIL_TO_FILES=allow to write emails to files on purpose.',
  })
  .refine((env) => !env.DATABASE_POOL_URL || env.DATABASE_URL, {
    path: ['DATABASE_POOL_URL'],
    error: 'also needs DATABASE_URL: LISTEN and migrations use a direct connection',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.PUBLIC_URL, {
    path: ['PUBLIC_URL'],
    error: 'is required when NODE_ENV is production: links in emails start with it.',
  })

/** The programme as every page, mail and job knows it. */
export type ProgramDetails = {
  name: string
  timeZone: string
  contactEmail: string
  contactPhone: string | null
  /** Of the stored picture; null for the built-in logo. */
  logoId: string | null
  /** Rises with every save; 0 while all comes from the environment. */
  version: number
}

export type Config = {
  port: number
  host: string | undefined
  publicUrl: string
  databaseUrl: string | undefined
  /** A pooler in transaction mode, for everything except LISTEN and migrations. */
  databasePoolUrl: string | undefined
  dataDir: string
  /** Where nightly backups go; null if none are made, because another database is somebody else's to back up. */
  backupDir: string | null
  /** The age public key that encrypts all backups; if unset, they are not encrypted. */
  backupRecipient: string | undefined
  /** Encrypts secrets at rest; if unset, a key file in the data directory is used. */
  secretsKey: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** From the environment: in use until staff save their own. */
  initialProgram: Readonly<ProgramDetails>
  /** In use: replaced in place by what staff saved, see program/program-details.queries.ts. */
  program: ProgramDetails
  adminEmail: string
  adminPassword: string | undefined
  staffSession: StaffSession
  trustProxy: number
  now: string | undefined
  isProduction: boolean
  /** Opens /api/metrics, which does not exist without it. */
  metricsToken: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
}

export class ConfigError extends Error {}

/** Reports all invalid variables at once, one line each, so that an operator can fix them in one go. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`These settings are not valid:\n${[...new Set(lines)].join('\n')}`)
  }
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR)
  const initialProgram: ProgramDetails = {
    name: env.PROGRAM_NAME,
    timeZone: canonicalTimeZone(env.PROGRAM_TIMEZONE),
    contactEmail: normaliseEmail(env.CONTACT_EMAIL),
    contactPhone: null,
    logoId: null,
    version: 0,
  }
  const defaultBackupDir = env.DATABASE_URL ? null : join(dataDir, 'backups')
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    databasePoolUrl: env.DATABASE_POOL_URL,
    dataDir,
    backupRecipient: env.BACKUP_RECIPIENT,
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : defaultBackupDir,
    secretsKey: env.SECRETS_KEY,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? env.CONTACT_EMAIL,
    initialProgram,
    program: { ...initialProgram },
    adminEmail: normaliseEmail(env.ADMIN_EMAIL),
    adminPassword: env.ADMIN_PASSWORD,
    staffSession: { idleHours: env.STAFF_SESSION_IDLE_HOURS, days: env.STAFF_SESSION_DAYS },
    trustProxy: env.TRUST_PROXY,
    now: env.NOW,
    isProduction: env.NODE_ENV === 'production',
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  }
}
