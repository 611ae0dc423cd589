/** The URL of a parent's or guest's page. An @ is allowed in a path and is easier to read there. */
export const parentHref = (id: string) =>
  `/admin/parent-users/${encodeURIComponent(id).replaceAll('%40', '@')}`
