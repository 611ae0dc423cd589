import type { ProgramForm } from '@aftercare/domain/program/program-details'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { reloadProgram } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'
import { saveSettingOptions } from '../settings/save-setting'

const KEY = ['admin', 'program', 'details'] as const
const LOGO_KEY = ['admin', 'program', 'logo'] as const
const { program } = api.admin

export const useProgramDetails = () => useQuery({ queryKey: KEY, queryFn: () => request(program.$get()) })

export type StoredProgram = ProgramForm & { version: number }

export const storedProgram = ({ version, ...form }: StoredProgram) => ({
  values: {
    name: form.name,
    contact_email: form.contact_email,
    contact_phone: form.contact_phone ?? '',
    time_zone: form.time_zone,
  },
  version,
})

export const saveProgramOptions = saveSettingOptions(KEY, storedProgram, ({ values, version }, headers) =>
  request(program.$put({ json: { ...values, version } }, { headers })),
)

export const useProgramLogo = () =>
  useQuery({ queryKey: LOGO_KEY, queryFn: () => request(program.logo.$get()) })

type StoredLogo = { logo: string | null; version: number }

/** Null removes the logo. */
type LogoChange = { file: File | null; version: number }

function sendLogo({ file, version }: LogoChange): Promise<StoredLogo> {
  const query = { version: String(version) }
  const contents = [file && [file.name, file.size, file.lastModified], version]
  return withIdempotencyKey('program logo', contents, (headers) =>
    request(
      file
        ? program.logo.$put({ query }, { headers, init: { body: file } })
        : program.logo.$delete({ query }, { headers }),
    ),
  )
}

export const useSaveLogo = mutationHook({
  mutationKey: LOGO_KEY,
  mutationFn: sendLogo,
  onSuccess: (row) => {
    queryClient.setQueryData(LOGO_KEY, row)
    void reloadProgram().catch(() => undefined)
  },
  onError: () => queryClient.invalidateQueries({ queryKey: LOGO_KEY }),
})
