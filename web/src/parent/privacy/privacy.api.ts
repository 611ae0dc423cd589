import { textsOf } from '../../language/language'
import { ApiError, api, request, requestFile } from '../../lib/api-client'
import { signOutAfter } from '../../lib/auth-store'
import { type MutationCallbacks, mutationHook, useAppMutation } from '../../lib/use-app-mutation'
import { en } from './texts/en'

type OwnDataFile = { file: Blob; name: string }

async function fetchOwnData(): Promise<OwnDataFile> {
  const { file, headers } = await requestFile(api['own-data'].$get()).catch(explainRateLimit)
  const named = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')
  return { file, name: named?.[1] ?? 'aftercare-my-data.json' }
}

const explainRateLimit = (error: unknown): never => {
  throw error instanceof ApiError && error.status === 429
    ? new ApiError(429, error.code, textsOf(en).tooOften)
    : error
}

/** Downloads the family's data. */
export const useExportFamilyData = mutationHook({ mutationFn: fetchOwnData })

const deleteAccount = (password: string, toast: { title: string; message: string }) =>
  signOutAfter(() => request(api['own-data']['delete-account'].$post({ json: { password } })), '/', {
    variant: 'success',
    ...toast,
  })

/** Afterwards nobody is signed in here. The toast is for the next page. */
export const useDeleteAccount = (
  toast: { title: string; message: string },
  callbacks: MutationCallbacks<void, string>,
) =>
  useAppMutation(
    { mutationKey: ['delete account'], mutationFn: (password: string) => deleteAccount(password, toast) },
    callbacks,
  )
