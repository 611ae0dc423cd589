export const en = {
  id: 'paging' as const,
  label: 'Pages',
  range: (first: number, last: number, total: string, noun: string) =>
    `${first} to ${last} of ${total} ${noun}`,
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number, pages: string) => `Page ${page} of ${pages}`,
  noSuchPage: (page: number) => `There is no page ${page}. This is the last page.`,
}
