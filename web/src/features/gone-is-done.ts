import { ApiError } from './api-client'

/** Deleting what somebody else has deleted, or what an answer that was lost deleted, has done what was asked for. */
export async function goneIsDone<Answer>(removal: Promise<Answer>): Promise<Answer | null> {
  try {
    return await removal
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return null
    throw error
  }
}
