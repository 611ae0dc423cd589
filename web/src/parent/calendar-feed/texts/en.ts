export const en = {
  id: 'calendar-feed' as const,
  title: 'Calendar',
  text: "See your children's aftercare days in the calendar on your phone or computer. It updates automatically.",
  loadFailed: "We couldn't load your calendar link",
  changeFailed: "We couldn't change your calendar link. Please try again.",
  add: 'Add to your calendar',
  link: 'Private link',
  linkHint:
    'The button opens your calendar app. In Google Calendar: Other calendars > From URL, then paste the link.',
  copy: 'Copy link',
  copied: { title: 'Copied', text: 'The link is on your clipboard.' },
  notCopied: { title: 'Not copied', text: 'Copy the highlighted link by hand.' },
  warning: "Anyone with this link can see your children's names and days. Keep it private.",
  lost: "Your calendars still work, but this link can't be shown anymore. Replace it to get a new one.",
  replaceLink: 'Replace link',
  made: {
    title: 'Calendar link created',
    text: 'Press Add to your calendar again to open your calendar app.',
  },
  replace: {
    title: 'Replace the link?',
    text: 'The old link stops working right away. Calendars using it need the new one.',
    confirm: 'Replace',
    done: {
      title: 'Calendar link replaced',
      text: 'The old link no longer works. Use the new one from now on.',
    },
  },
  turnOff: {
    title: 'Turn off the link?',
    text: 'It stops working right away. Calendars using it will stop updating.',
    confirm: 'Turn off',
    done: { title: 'Calendar link turned off', text: 'The link no longer works.' },
  },
}
