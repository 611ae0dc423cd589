/** How long staff stay signed in: without use, and in all. Settings may say otherwise. */
export type StaffSession = { idleHours: number; days: number }
export const STAFF_SESSION: StaffSession = { idleHours: 12, days: 7 }
