import type { Account } from '../http/context'

/** As it stands in a registration's history. */
export const staffName = ({ fullName, email }: Pick<Account, 'fullName' | 'email'>): string =>
  fullName || email
