/** The report's print window; `?date=YYYY-MM-DD` is the day, `&print=1` opens the print dialog. */
export const REPORT_PATH = '/admin/day-reports/print'
