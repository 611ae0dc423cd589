import { type Action, may } from '@aftercare/domain/auth/access'
import { useAuth } from '../lib/auth-provider'

/** To show only what the server will allow. */
export function useMay(action: Action): boolean {
  return may(action, useAuth().roles)
}
