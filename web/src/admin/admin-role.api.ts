import { api, request } from '../lib/api-client'

/** 403 for everybody but staff. */
export const fetchAdminRole = (signal?: AbortSignal) => request(api.admin.role.$get({}, { init: { signal } }))
