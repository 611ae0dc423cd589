/** What every page may need. */
export const en = {
  id: 'ui' as const,
  error: 'Error',
  success: 'Success!',
  cancel: 'Cancel',
  close: 'Close',
  contents: 'Contents',
  loading: 'Loading...',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  theme: { label: 'Theme', light: 'Light', dark: 'Dark', system: 'Match system' },
  offline: "You are offline. You can save changes once you're back online.",
  demoClock: (time: string) => `Demo clock: ${time}`,
  failed: {
    title: 'Something went wrong',
    text: "We couldn't show this screen. Anything you saved is safe. Please reload the page and try again.",
  },
  failedOffline: {
    title: 'You are offline',
    text: "This page opens once you're back online. Anything you saved is safe.",
  },
  reload: 'Reload',
  reloadPage: 'Reload the page',
  notOpened: {
    reload: "We couldn't open this. Please reload the page and try again.",
    connection: "We couldn't open this. Please check your connection and try again.",
  },
}
