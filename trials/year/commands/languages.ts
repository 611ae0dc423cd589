import { mailsComposed } from '../compare-everything'
import type { Language } from '../model'
import { byKey } from '../model'
import { log, type Plan, presentAdults, someVisitor } from '../requests'

/** Of one adult: mails to the others of the family stay in theirs. */
export const chooseLanguage: Plan = (model, pick) => {
  const adult = someVisitor(presentAdults(model), pick)
  const language: Language = pick.chance(60) ? 'es' : 'en'
  if (!adult) return null
  const { key, email } = adult
  return {
    who: key,
    text: `${email} chooses the language ${language}`,
    method: 'PUT',
    path: '/profile/language',
    body: { language },
    isKeyed: false,
    prepare: mailsComposed(model),
    apply: (now) => {
      const stored = byKey(now.adults, key)
      if (!stored.isSignedIn) return { refusals: ['signed-out'] }
      stored.language = language
      log(now, 'profile.update', key, key)
      return { families: [key] }
    },
  }
}
