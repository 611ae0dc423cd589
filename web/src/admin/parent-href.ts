/** The address of a parent's or guest's page. An @ may stand in a path, and is easier to read there. */
export const parentHref = (id: string) =>
  `/admin/parent-users/${encodeURIComponent(id).replaceAll('%40', '@')}`
