import type { DayType } from '@aftercare/domain/months'
import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { cents, instant } from './columns'

/** The tables as queries see them. Keys bear the columns' names; money adds its unit. Constraints live in the SQL migrations. */

const id = () => uuid('id').primaryKey().defaultRandom()
const now = (name: string) => instant(name).notNull().default(sql`now()`)
const version = () => integer('version').notNull().default(1)
const days = (name: string) => integer(name).array()

export const accounts = pgTable('accounts', {
  id: id(),
  email: text('email').notNull(),
  password_hash: text('password_hash'),
  email_verified_at: instant('email_verified_at'),
  metadata: jsonb('metadata').$type<{ full_name?: string }>().notNull().default({}),
  disabled_at: instant('disabled_at'),
  created_at: now('created_at'),
  updated_at: now('updated_at'),
})

export const sessions = pgTable('sessions', {
  id: text('id').primaryKey(),
  account_id: uuid('account_id').notNull(),
  kind: text('kind', { enum: ['full', 'recovery'] })
    .notNull()
    .default('full'),
  created_at: now('created_at'),
  expires_at: instant('expires_at').notNull(),
})

export const tokens = pgTable('tokens', {
  id: text('id').primaryKey(),
  account_id: uuid('account_id').notNull(),
  purpose: text('purpose', { enum: ['verify', 'recovery', 'invite'] }).notNull(),
  refresh_id: text('refresh_id'),
  created_at: now('created_at'),
  expires_at: instant('expires_at').notNull(),
  used_at: instant('used_at'),
})

export const profiles = pgTable('profiles', {
  id: uuid('id').primaryKey(),
  full_name: text('full_name').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  status: text('status', { enum: ['active', 'inactive', 'suspended'] })
    .notNull()
    .default('active'),
  created_at: now('created_at'),
  updated_at: now('updated_at'),
  version: version(),
})

export const user_roles = pgTable(
  'user_roles',
  {
    user_id: uuid('user_id').notNull(),
    role: text('role', { enum: ['admin', 'parent'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.role] })],
)

export const admin_email_preferences = pgTable('admin_email_preferences', {
  user_id: uuid('user_id').primaryKey(),
  monthly_submission_parent: boolean('monthly_submission_parent').notNull().default(true),
  monthly_submission_admin: boolean('monthly_submission_admin').notNull().default(true),
  dropin_submission_parent: boolean('dropin_submission_parent').notNull().default(true),
  dropin_submission_admin: boolean('dropin_submission_admin').notNull().default(true),
  daily_attendance_report: boolean('daily_attendance_report').notNull().default(true),
  updated_at: now('updated_at'),
})

export const children = pgTable('children', {
  id: id(),
  parent_id: uuid('parent_id').notNull(),
  name: text('name').notNull(),
  allergies: text('allergies'),
  grade: text('grade'),
  notes: text('notes'),
  created_at: now('created_at'),
  updated_at: now('updated_at'),
  deleted_at: instant('deleted_at'),
})

export const months = pgTable('months', {
  id: id(),
  month_name: text('month_name').notNull(),
  year: integer('year').notNull(),
  is_active: boolean('is_active').notNull().default(false),
  regular_price_cents: cents('regular_price'),
  special_price_cents: cents('special_price'),
  special_days: days('special_days').notNull().default([]),
  closed_days: days('closed_days').notNull().default([]),
  day_types: jsonb('day_types').$type<Record<string, DayType>>().notNull().default({}),
  created_at: now('created_at'),
  updated_at: now('updated_at'),
  version: version(),
})

export const submissions = pgTable('submissions', {
  id: id(),
  parent_id: uuid('parent_id'),
  child_id: uuid('child_id'),
  month_id: uuid('month_id'),
  selected_days: days('selected_days').notNull(),
  total_fee_cents: cents('total_fee').notNull(),
  /** Sum of the payments applied to this submission; a trigger on payments keeps it. */
  paid_amount_cents: cents('paid_amount').notNull().default(0),
  billed_status: text('billed_status', { enum: ['not_billed', 'billed'] })
    .notNull()
    .default('not_billed'),
  status: text('status', { enum: ['submitted', 'pending', 'approved', 'declined', 'cancelled'] })
    .notNull()
    .default('submitted'),
  submitted_at: now('submitted_at'),
  updated_at: now('updated_at'),
  is_edited: boolean('is_edited').notNull().default(false),
  /** A list of entries; a single object from older data is tolerated by the reader in the domain. */
  edit_history: jsonb('edit_history').$type<unknown>().notNull().default([]),
  original_selected_days: days('original_selected_days'),
  guest_parent_name: text('guest_parent_name'),
  guest_parent_email: text('guest_parent_email'),
  guest_parent_phone: text('guest_parent_phone'),
  guest_child_name: text('guest_child_name'),
  guest_child_allergies: text('guest_child_allergies'),
  guest_child_notes: text('guest_child_notes'),
  dismissal_type: text('dismissal_type', { enum: ['regular', 'noon', 'early'] }),
  dropin_date: date('dropin_date', { mode: 'string' }),
  agreed_at: instant('agreed_at'),
  version: version(),
})

export const payments = pgTable('payments', {
  id: id(),
  parent_id: uuid('parent_id').notNull(),
  amount_cents: cents('amount').notNull(),
  payment_method: text('payment_method', {
    enum: ['cash', 'check', 'credit_card', 'bank_transfer', 'brightwheel', 'facts', 'other'],
  }),
  submission_id: uuid('submission_id'),
  notes: text('notes'),
  payment_date: date('payment_date', { mode: 'string' }).notNull(),
  recorded_by: uuid('recorded_by').notNull(),
  reverses_payment_id: uuid('reverses_payment_id'),
  created_at: now('created_at'),
})

export const site_content = pgTable('site_content', {
  id: id(),
  section_name: text('section_name').notNull(),
  title: text('title').notNull(),
  description: text('description'),
  content: jsonb('content').$type<unknown>().notNull().default({}),
  updated_at: now('updated_at'),
  updated_by: uuid('updated_by'),
  version: version(),
})

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  updated_at: now('updated_at'),
})

export const outbox = pgTable('outbox', {
  id: id(),
  template: text('template').notNull(),
  to_address: text('to_address').notNull(),
  to_name: text('to_name'),
  subject: text('subject').notNull(),
  html: text('html'),
  page: jsonb('page').$type<unknown>(),
  text: text('text').notNull(),
  message_id: text('message_id').notNull(),
  is_secret: boolean('is_secret').notNull().default(false),
  submission_id: uuid('submission_id'),
  state: text('state', { enum: ['queued', 'sending', 'sent', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer('attempts').notNull().default(0),
  next_attempt_at: now('next_attempt_at'),
  lease_until: instant('lease_until'),
  last_error: text('last_error'),
  created_at: now('created_at'),
  sent_at: instant('sent_at'),
})

export const job_runs = pgTable(
  'job_runs',
  {
    job: text('job').notNull(),
    run_key: text('run_key').notNull(),
    started_at: now('started_at'),
    finished_at: instant('finished_at'),
    error: text('error'),
  },
  (table) => [primaryKey({ columns: [table.job, table.run_key] })],
)

export const audit_log = pgTable('audit_log', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  at: now('at'),
  actor_id: uuid('actor_id'),
  actor_role: text('actor_role', { enum: ['visitor', 'parent', 'admin', 'system'] }).notNull(),
  action: text('action').notNull(),
  table_name: text('table_name').notNull(),
  row_id: text('row_id'),
  detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
})

export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    request_hash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    response: jsonb('response').$type<unknown>().notNull(),
    created_at: now('created_at'),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
)
