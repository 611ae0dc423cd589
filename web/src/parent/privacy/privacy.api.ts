import { ApiError, api, request, requestFile } from '../../lib/api-client'
import { signOutAfter } from '../../lib/auth-store'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

type OwnDataFile = { file: Blob; name: string }

async function fetchOwnData(): Promise<OwnDataFile> {
  const { file, headers } = await requestFile(api['own-data'].$get()).catch(explainRateLimit)
  const named = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')
  return { file, name: named?.[1] ?? 'aftercare-my-data.json' }
}

const explainRateLimit = (error: unknown): never => {
  throw error instanceof ApiError && error.status === 429 ? new ApiError(429, error.code, TOO_OFTEN) : error
}

const TOO_OFTEN = "You've downloaded your data several times. Please try again in a few minutes."

/** Downloads the family's data. */
export const useExportFamilyData = (callbacks: MutationCallbacks<OwnDataFile>) =>
  useAppMutation({ mutationFn: fetchOwnData }, callbacks)

const deleteAccount = (password: string, message: string) =>
  signOutAfter(() => request(api['own-data']['delete-account'].$post({ json: { password } })), '/', {
    variant: 'success',
    title: 'Account deleted',
    message,
  })

/** Afterwards nobody is signed in here. `message` is for the next page. */
export const useDeleteAccount = (message: string, callbacks: MutationCallbacks<void, string>) =>
  useAppMutation(
    { mutationKey: ['delete account'], mutationFn: (password: string) => deleteAccount(password, message) },
    callbacks,
  )
