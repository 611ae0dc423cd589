/** In its own file so that the sign-in page can show it without loading the admin pages. */
export const NO_ACCESS = {
  title: 'Oops! No Access.',
  message: 'Looks like this area is for admins only.',
} as const
