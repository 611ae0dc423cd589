import type { FeedEvent } from '@aftercare/domain/calendar-feed/calendar-feed'
import ICAL from 'ical.js'

// The library counts a folded line without the space it begins with; with it, a line has at most 75 octets.
ICAL.foldLength = 74

const PRODUCT = '-//Aftercare//Calendar feed//EN'
const LOOK_AGAIN = 'PT1H'

/** The events as an iCalendar text (RFC 5545). The same events make the same text, to the byte. */
export function renderIcal(name: string, events: readonly FeedEvent[]): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', PRODUCT)
  calendar.addPropertyWithValue('method', 'PUBLISH')
  add(calendar, 'x-wr-calname', 'text', name)
  add(calendar, 'refresh-interval', 'duration', ICAL.Duration.fromString(LOOK_AGAIN))
  add(calendar, 'x-published-ttl', 'duration', ICAL.Duration.fromString(LOOK_AGAIN))
  for (const event of events) calendar.addSubcomponent(eventOf(event))
  return `${calendar.toString()}\r\n`
}

function eventOf(event: FeedEvent): ICAL.Component {
  const component = new ICAL.Component('vevent')
  component.addPropertyWithValue('uid', event.uid)
  component.addPropertyWithValue('dtstamp', utc(new Date(event.changedAt)))
  component.addPropertyWithValue('last-modified', utc(new Date(event.changedAt)))
  component.addPropertyWithValue('dtstart', utc(event.startsAt))
  if (event.endsAt) component.addPropertyWithValue('dtend', utc(event.endsAt))
  component.addPropertyWithValue('summary', event.title)
  component.addPropertyWithValue('description', event.details)
  component.addPropertyWithValue('status', event.isCancelled ? 'CANCELLED' : 'CONFIRMED')
  // The child is busy, not whoever looks at the calendar.
  component.addPropertyWithValue('transp', 'TRANSPARENT')
  return component
}

/** A property that the library does not know by name is escaped only under a type of its own. */
function add(component: ICAL.Component, name: string, type: string, value: string | ICAL.Duration): void {
  const property = new ICAL.Property(name)
  property.resetType(type)
  property.setValue(value)
  component.addProperty(property)
}

const utc = (instant: Date): ICAL.Time => ICAL.Time.fromJSDate(instant, true)
