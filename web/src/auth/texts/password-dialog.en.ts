export const en = {
  id: 'password-dialog' as const,
  title: 'Enter your password',
  text: "Please confirm that it's you. You won't be asked again for ten minutes.",
  confirm: 'Continue',
  failed: "We couldn't check your password. Please try again.",
}
