/** When an admin's session expires: idle timeout and absolute timeout. Defaults of STAFF_SESSION_IDLE_HOURS and _DAYS. */
export type StaffSession = { idleHours: number; days: number }
export const STAFF_SESSION: StaffSession = { idleHours: 12, days: 7 }
