import { endByOwnHand } from '../../auth/auth-store'
import { ApiError, api, request } from '../api-client'
import { type Outcome, useSending } from '../use-sending'

type OwnDataFile = { file: Blob; name: string }

async function fetchOwnData(): Promise<OwnDataFile> {
  const response: Response = await api['own-data'].$get().catch(unreachable)
  if (response.status === 429) throw new ApiError(429, 'too-many', TOO_OFTEN)
  if (!response.ok) throw new ApiError(response.status, 'failed', 'The file could not be made.', {}, false)
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')
  return { file: await response.blob(), name: named?.[1] ?? 'aftercare-my-data.json' }
}

const unreachable = () => {
  throw new ApiError(0, 'network', 'The server could not be reached. Check your connection and try again.')
}

const TOO_OFTEN = 'You downloaded your data several times just now. Please try again in a few minutes.'

/** Everything stored of the family, as the server writes the file. */
export const useDownloadOwnData = (outcome: Outcome<OwnDataFile>) =>
  useSending({ mutationFn: fetchOwnData }, outcome)

const deleteAccount = (password: string) =>
  endByOwnHand(() => request(api['own-data']['delete-account'].$post({ json: { password } })))

/** Afterwards nobody is signed in here. */
export const useDeleteAccount = (outcome: Outcome<void, string>) =>
  useSending({ mutationKey: ['delete account'], mutationFn: deleteAccount }, outcome)
