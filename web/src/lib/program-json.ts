import { type ProgramJson, programFacts } from './program'

/** The details as the server embeds them in a page that may be cached. */
export function programJson(): ProgramJson {
  const facts = programFacts()
  return {
    name: facts.name,
    time_zone: facts.timeZone,
    contact_email: facts.contactEmail,
    contact_phone: facts.contactPhone,
    logo: facts.logo,
    now: null,
    is_clock_set: facts.isClockSet,
    sends_mail: facts.sendsMail,
  }
}
