/** Apart from RequireAdmin: the sign-in page says the same, and loads nothing of staff's pages for it. */
export const NO_ACCESS = {
  title: 'Oops! No Access.',
  message: 'Looks like this area is for admins only.',
} as const
