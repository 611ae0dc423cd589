import { matchPath } from '../../router/match'

/** The month in the URL of /monthly-signup: the query wins over the path. */
export const requestedMonthId = ({ pathname, search }: { pathname: string; search: string }): string | null =>
  new URLSearchParams(search).get('month') || matchPath('/monthly-signup/:month?', pathname)?.month || null
