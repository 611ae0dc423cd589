import type { Account } from '../http/context'

/** As shown in a registration's history. */
export const staffName = ({ fullName, email }: Pick<Account, 'fullName' | 'email'>): string =>
  fullName || email
