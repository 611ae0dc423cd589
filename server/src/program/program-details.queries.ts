import type { ProgramForm } from '@aftercare/domain/program/program-details'
import { programSchema } from '@aftercare/domain/program/program-schemas'
import { z } from '@hono/zod-openapi'
import type { Config, ProgramDetails } from '../config'
import type { Queryable, Tx } from '../db/client'
import { findVersionedSetting } from '../db/settings'
import { execute, maybeOne, sql } from '../db/sql'

export type ProgramLogo = { id: string | null }

const logoSchema = z.object({ id: z.string().nullable() })

export const readProgramLogo = (stored: unknown): ProgramLogo =>
  logoSchema.safeParse(stored).data ?? { id: null }

/** Forms once accepted addresses that they refuse now. */
const storedSchema = programSchema.extend({ contact_email: z.string() })

/** The saved details, or at first the environment's. */
export const readProgramForm = (
  stored: unknown,
  { initialProgram: initial }: Pick<Config, 'initialProgram'>,
): ProgramForm =>
  storedSchema.safeParse(stored).data ?? {
    name: initial.name,
    contact_email: initial.contactEmail,
    contact_phone: initial.contactPhone,
    time_zone: initial.timeZone,
  }

type ProgramConfig = Pick<Config, 'program' | 'initialProgram'>

/**
 * Replaces the details in use by the saved ones: at the start, after a save, and when another instance saved. Of loads at
 * the same moment, what was saved last wins.
 */
export async function loadProgram(db: Queryable, config: ProgramConfig): Promise<void> {
  const form = await findVersionedSetting(db, 'program')
  const logo = await findVersionedSetting(db, 'program_logo')
  const saved = readProgramForm(form.value, config)
  const details: ProgramDetails = {
    name: saved.name,
    timeZone: saved.time_zone,
    contactEmail: saved.contact_email,
    contactPhone: saved.contact_phone,
    logoId: readProgramLogo(logo.value).id,
    version: form.version + logo.version,
  }
  if (details.version >= config.program.version) Object.assign(config.program, details)
}

export const storeLogo = (tx: Tx, id: string, picture: Buffer, at: string): Promise<number> =>
  execute(
    tx,
    sql`insert into program_logos (id, picture, created_at) values (${id}, ${picture}, ${at}) on conflict do nothing`,
  )

export const findLogo = (db: Queryable, id: string) =>
  maybeOne<{ picture: Buffer }>(db, sql`select picture from program_logos where id = ${id}`)
