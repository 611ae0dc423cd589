/** The report window; `?date=YYYY-MM-DD` names the day and `&print=1` prints by itself. */
export const REPORT_PATH = '/admin/day-reports/print'
