export const en = {
  id: 'recovery' as const,
  reset: {
    send: 'Send Reset Link',
    sent: {
      title: 'Password Reset Email Sent',
      text: 'Please check your email for a link to reset your password.',
    },
    failed: 'Password Reset Failed',
    failedText: 'Failed to send reset email. Please try again.',
    back: 'Back to Sign In',
  },
  newPassword: {
    label: 'New Password',
    confirm: 'Confirm Password',
    saveFirst: 'Save Password',
    update: 'Update Password',
    mismatch: { title: "Passwords Don't Match", text: 'Please make sure both passwords are the same.' },
    tooShort: { title: 'Password Too Short', text: 'Password must be at least 6 characters long.' },
    firstSaved: { title: 'Password Saved', text: 'You can now sign in.' },
    updated: {
      title: 'Password Updated',
      text: 'Your password has been successfully updated. You can now sign in.',
    },
    failed: 'Password Update Failed',
    failedText: 'Failed to update password. Please try again.',
    lost: {
      title: 'Connection Lost',
      text: 'Your new password may already be saved. Try to sign in with it.',
    },
    otherAccount: (email: string, signedIn: string) =>
      `This link is for ${email}. You're signed in as ${signedIn}: saving the password signs you out here.`,
  },
}
