import { byKey } from '../model'
import { log, type Plan, presentAdults, someVisitor } from '../requests'

export const switchFeedOn: Plan = (model, pick) => {
  const adult = someVisitor(
    presentAdults(model).filter(({ feed }) => feed === null),
    pick,
  )
  if (!adult) return null
  return {
    who: adult.key,
    text: `${adult.email} switches the calendar feed on`,
    method: 'POST',
    path: '/calendar-feed',
    body: {},
    isKeyed: false,
    apply: (now) => {
      const stored = byKey(now.adults, adult.key)
      if (!stored.isSignedIn) return { refusals: ['signed-out'] }
      // Of two at once the second gets the URL of the first.
      if (stored.feed === null) log(now, 'calendar-feed.create', adult.key, adult.key)
      stored.feed ??= ''
      return {
        learn: (body) => {
          stored.feed = new URL(body.url).pathname
          return undefined
        },
      }
    },
  }
}
