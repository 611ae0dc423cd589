/** Small steps that bring a screen into a state, by its visible texts. */

export const press = (name) => (page) => page.getByRole('button', { name }).first().click()
export const follow = (name) => (page) => page.getByRole('link', { name }).first().click()
export const tab = (name) => (page) => page.getByRole('tab', { name }).click()
export const steps =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page)
  }
export const type = (label, text) => (page) => page.getByLabel(label).first().fill(text)

/** Requests to these URLs never get a response: the loading state. */
export const waiting = (address) =>
  Object.assign((page) => page.route(address, () => undefined), { isWaiting: true })

/** Requests to these URLs fail with a server error. */
export const failing = (address) => (page) =>
  page.route(address, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":{"code":"internal"}}' }),
  )

export const answering = (address, body) => (page) =>
  page.route(address, (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) }),
  )

export const offline = (page) => page.context().setOffline(true)

/** A menu exists where the row of links has no room. */
export const openMenu = async (page) => {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
}
