import type { FeedEvent } from '@aftercare/domain/calendar-feed/calendar-feed'
import ICAL from 'ical.js'

// The library does not count the leading space of a folded line; with it, a line has at most 75 octets.
ICAL.foldLength = 74

const PRODUCT = '-//Aftercare//Calendar feed//EN'
const REFRESH_INTERVAL = 'PT1H'

/** The events as iCalendar text (RFC 5545). The same events give the same text, to the byte. */
export function renderIcal(name: string, events: readonly FeedEvent[]): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', PRODUCT)
  calendar.addPropertyWithValue('method', 'PUBLISH')
  add(calendar, 'x-wr-calname', 'text', name)
  add(calendar, 'refresh-interval', 'duration', ICAL.Duration.fromString(REFRESH_INTERVAL))
  add(calendar, 'x-published-ttl', 'duration', ICAL.Duration.fromString(REFRESH_INTERVAL))
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
  // The child is busy, not the calendar's owner.
  component.addPropertyWithValue('transp', 'TRANSPARENT')
  return component
}

/** The library escapes a property it does not know only if its type is set. */
function add(component: ICAL.Component, name: string, type: string, value: string | ICAL.Duration): void {
  const property = new ICAL.Property(name)
  property.resetType(type)
  property.setValue(value)
  component.addProperty(property)
}

const utc = (instant: Date): ICAL.Time => ICAL.Time.fromJSDate(instant, true)
