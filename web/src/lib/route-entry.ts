import type { Action } from '@aftercare/domain/auth/access'

type Access = 'anyone' | 'signed-out' | 'signed-in' | 'admin'

/** An entry of the route tables, `routes.ts` and `admin/admin-routes.ts`. Files are named from `web/src`. */
export type PageRoute<Title extends string = string> = {
  path: string
  /** The file whose default export is the page. */
  page: string
  /** Of the browser's tab and the page's heading, or its name among the texts; null for the programme's name alone. */
  title: Title | null
  access: Access
  /** Of a page of the admin area: what its user must be allowed to do. */
  action?: Action
  /** False for a page without the portal's header. */
  frame?: false
  /** The file whose default export starts the page's queries while its code loads. */
  prefetch?: string
  /** The server renders it for visitors. */
  rendered?: true
}

/** An older or shorter URL of a page. */
type RedirectRoute = { path: string; redirectTo: string; access: Access; frame?: undefined }

export type RouteEntry<Title extends string = string> = PageRoute<Title> | RedirectRoute
