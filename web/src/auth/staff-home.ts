import { may, type Role } from '@aftercare/domain/auth/access'

/** Where staff begin. */
export const staffHome = (roles: readonly Role[]): string =>
  may('admin.read', roles) ? '/admin/dashboard' : '/admin/day-reports/board'
