import {
  codeSchema,
  passwordAndCodeSchema,
  requireTwoFactorSchema,
} from '@aftercare/domain/two-factor/two-factor-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { done } from '../auth/auth.routes'
import { enterPassword } from '../auth/reauthenticate'
import { saveSetting } from '../db/settings'
import { AppError } from '../errors'
import { accountOf, body, json, route, routes } from '../http/route'
import { callerOf } from '../http/semaphore'
import { withCode, wrongCode } from './check-code'
import { createRecoveryCodes, replaceRecoveryCodes } from './recovery-codes'
import { acceptedStepsNow, keyUri, matchingSteps, newKey } from './totp'
import {
  confirmKey,
  decryptKey,
  encryptKey,
  findTwoFactor,
  lockTwoFactor,
  readRequired,
  removeTwoFactor,
  storeNewKey,
} from './two-factor.queries'
import { notifyTwoFactorChange } from './two-factor-notifications'

const state = z.object({
  is_on: z.boolean(),
  since: z.string().nullable(),
  codes_left: z.number().int(),
  /** On, but its secret cannot be decrypted: only recovery codes work, and it has to be set up again. */
  is_unreadable: z.boolean(),
  is_required: z.boolean(),
})
const codes = z.object({ recovery_codes: z.array(z.string()) })

const read = route('admin.two-factor', { method: 'get', path: '/admin/two-factor', responses: json(state) })

const start = route('admin.two-factor', {
  method: 'post',
  path: '/admin/two-factor/start',
  stepUp: 'always',
  responses: json(
    z.object({ key: z.string(), uri: z.string() }),
    'For the authenticator app; on once a code confirms it',
  ),
})

const confirm = route('admin.two-factor', {
  method: 'post',
  path: '/admin/two-factor/confirm',
  request: { body: body(codeSchema) },
  responses: json(codes, 'Now on; the recovery codes are shown only once'),
})

const turnOff = route('admin.two-factor', {
  method: 'post',
  path: '/admin/two-factor/turn-off',
  stepUp: 'in-request',
  request: { body: body(passwordAndCodeSchema) },
  responses: json(done),
})

const newCodes = route('admin.two-factor', {
  method: 'post',
  path: '/admin/two-factor/recovery-codes',
  stepUp: 'in-request',
  request: { body: body(passwordAndCodeSchema) },
  responses: json(codes, 'Shown only once; the old ones are void'),
})

const setRequired = route('admin.admins', {
  method: 'put',
  path: '/admin/two-factor/required',
  stepUp: 'always',
  request: { body: body(requireTwoFactorSchema) },
  responses: json(requireTwoFactorSchema),
})

/** Staff members' own two-factor sign-in, and whether it is required for all of them. */
export const twoFactorRoutes = routes()
  .openapi(read, async (c) => {
    const { db, encryptor } = c.var.services
    const { id } = accountOf(c)
    const [stored, is_required] = await Promise.all([findTwoFactor(db, id), readRequired(db)])
    const on = stored?.confirmed_at ? stored : null
    return c.json(
      {
        is_on: on !== null,
        since: on?.confirmed_at ?? null,
        codes_left: on?.codes_left ?? 0,
        is_unreadable: on !== null && decryptKey(encryptor, id, on.encrypted_key) === null,
        is_required,
      },
      200,
    )
  })
  .openapi(start, async (c) => {
    const { db, clock, encryptor, config } = c.var.services
    const { id, email } = accountOf(c)
    const key = newKey()
    await db.transaction(async (tx) => {
      const stored = await lockTwoFactor(tx, id)
      if (stored?.confirmed_at) throw new AppError('two-factor-on')
      await storeNewKey(tx, id, encryptKey(encryptor, id, key), clock.now())
    })
    return c.json({ key, uri: keyUri(key, config.program.name, email) }, 200)
  })
  .openapi(confirm, async (c) => {
    const { services, viewer } = c.var
    const { id } = accountOf(c)
    const code = c.req.valid('json').code.replace(/[\s-]/g, '')
    const stepOf = (stored: { encrypted_key: string; confirmed_at: string | null } | null) => {
      if (!stored) throw new AppError('two-factor-off')
      if (stored.confirmed_at) throw new AppError('two-factor-on')
      const key = decryptKey(services.encryptor, id, stored.encrypted_key)
      if (!key) throw new AppError('two-factor-off')
      const [step] = matchingSteps(key, code, acceptedStepsNow(services.clock))
      if (step === undefined) throw wrongCode()
      return step
    }
    // Hashing the recovery codes is expensive: only for a right code.
    stepOf(await findTwoFactor(services.db, id))
    const created = await createRecoveryCodes(services.passwords, callerOf(c))
    await services.db.transaction(async (tx) => {
      const step = stepOf(await lockTwoFactor(tx, id))
      await confirmKey(tx, id, step, services.clock.now())
      await replaceRecoveryCodes(tx, id, created, services.clock.now())
      await notifyTwoFactorChange(tx, services, id, 'on', viewer)
    })
    return c.json({ recovery_codes: created.shown }, 200)
  })
  .openapi(turnOff, async (c) => {
    const { services, viewer } = c.var
    const { id } = accountOf(c)
    const { password, code } = c.req.valid('json')
    await enterPassword(c, password)
    await withCode(
      services,
      id,
      code,
      async (tx) => {
        await removeTwoFactor(tx, id)
        await notifyTwoFactorChange(tx, services, id, 'off', viewer)
      },
      callerOf(c),
    )
    return c.json({ ok: true as const }, 200)
  })
  .openapi(newCodes, async (c) => {
    const { services, viewer } = c.var
    const { id } = accountOf(c)
    const { password, code } = c.req.valid('json')
    await enterPassword(c, password)
    const created = await createRecoveryCodes(services.passwords, callerOf(c))
    await withCode(
      services,
      id,
      code,
      async (tx) => {
        await replaceRecoveryCodes(tx, id, created, services.clock.now())
        await notifyTwoFactorChange(tx, services, id, 'new-codes', viewer)
      },
      callerOf(c),
    )
    return c.json({ recovery_codes: created.shown }, 200)
  })
  .openapi(setRequired, async (c) => {
    const { services } = c.var
    const { is_required } = c.req.valid('json')
    await services.db.transaction(async (tx) => {
      // Only somebody who uses it may require it of others.
      const own = await findTwoFactor(tx, accountOf(c).id)
      if (!own?.confirmed_at) throw new AppError('two-factor-first')
      await saveSetting(tx, 'two_factor_required', is_required, services.clock.now().toISOString())
      await recordAudit(tx, c.var, 'two-factor.required', 'settings', null, { is_required })
    })
    return c.json({ is_required }, 200)
  })
