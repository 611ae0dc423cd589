/** Steps that bring a screen into a state, by its visible text. */

export const click = (name) => (page) => page.getByRole('button', { name }).first().click()
export const clickLink = (name) => (page) => page.getByRole('link', { name }).first().click()
export const clickTab = (name) => (page) => page.getByRole('tab', { name }).click()
export const steps =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page)
  }
export const fill = (label, text) => (page) => page.getByLabel(label).first().fill(text)

/** Requests to these URLs never get a response: the loading state. */
export const pending = (url) => Object.assign((page) => page.route(url, () => undefined), { isPending: true })

/** Requests to these URLs fail with a server error. */
export const failing = (url) => (page) =>
  page.route(url, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":{"code":"internal"}}' }),
  )

export const responding = (url, body) => (page) =>
  page.route(url, (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) }),
  )

/** Requests that change something are refused. */
export const refusing = (url, code, message) => (page) =>
  page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: code === 'password-needed' ? 403 : 409,
          contentType: 'application/json',
          body: JSON.stringify({ error: { code, message } }),
        }),
  )

/** The server's response with something changed in it. */
export const changing = (url, change) => (page) =>
  page.route(url, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })

export const offline = (page) => page.context().setOffline(true)

/** Narrow screens have a menu instead of a row of links. */
export const openMenu = async (page) => {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
}
