import { BOARD_PATH } from '../../lib/offline-board'

/** The sign-in sheet on paper; `?date=YYYY-MM-DD` names the day and `&print=1` prints by itself. */
export const SHEET_PATH = `${BOARD_PATH}/print`
