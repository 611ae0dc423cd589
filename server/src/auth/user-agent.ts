import { USER_AGENT_LENGTH } from '@aftercare/domain/sessions/user-agent'
import type { AppContext } from '../http/context'

/** The User-Agent header, truncated to what is stored. */
export const userAgentOf = (c: AppContext): string | null =>
  c.req.header('user-agent')?.slice(0, USER_AGENT_LENGTH) || null
