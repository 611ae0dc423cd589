/** For a family's child, for a family, or to choose one first. */
export function newRegistrationHref(parentId?: string, childId?: string): string {
  const params = new URLSearchParams({
    ...(parentId && { parent: parentId }),
    ...(childId && { child: childId }),
  })
  return params.size === 0 ? '/admin/submissions/new' : `/admin/submissions/new?${params}`
}
