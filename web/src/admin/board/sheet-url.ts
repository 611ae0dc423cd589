import { BOARD_PATH } from './offline/offline-board'

/** The printable sign-in sheet; `?date=YYYY-MM-DD` is the day, `&print=1` opens the print dialog. */
export const SHEET_PATH = `${BOARD_PATH}/print`

/** The emergency sheet, likewise. Below the board, so that it opens offline. */
export const EMERGENCY_PATH = `${BOARD_PATH}/emergency`
