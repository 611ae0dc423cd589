import { messagesAbout } from '../lib/scoped-toast'

/** All views of the sign-in pages speak of one thing: who comes in. */
export const signInMessages = messagesAbout('signing in')
