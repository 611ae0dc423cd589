import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { formRules } from './form-rules'

const schema = z.object({ name: z.string().trim().min(1, 'A name is needed') })

it('answers what is to be sent, or what is wrong by field, and fetches its rules once', async () => {
  const load = vi.fn(async () => schema)
  const rules = formRules(load)
  rules.fetchRules()
  expect(await rules.check({ name: ' Ida ' })).toEqual({ data: { name: 'Ida' }, problems: null })
  expect(await rules.check({ name: ' ' })).toEqual({ data: null, problems: { name: 'A name is needed' } })
  expect(load).toHaveBeenCalledTimes(1)
})

it('lets the server decide where its rules cannot be fetched, and tries again the next time', async () => {
  const load = vi.fn(async () => schema).mockRejectedValueOnce(new Error('no network'))
  const rules = formRules(load)
  expect(await rules.check({ name: ' ' })).toEqual({ data: { name: ' ' }, problems: null })
  expect(await rules.check({ name: ' ' })).toMatchObject({ problems: { name: 'A name is needed' } })
})
