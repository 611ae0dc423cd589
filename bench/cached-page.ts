import { get } from 'node:http'
import { onDatabase } from './databases'
import type { Contender } from './processes'
import type { Profile } from './profile'
import { measure, medianOf, type Sample } from './sample'
import { formatMs } from './tables'

/** The CPU of the server for the landing page as a visitor's browser requests it, once it is cached. */
export async function cachedPageLine(
  serverUrl: string,
  product: Contender,
  profile: Profile,
): Promise<string[]> {
  const scenario = { title: 'cached page', run: fetchLandingPage }
  const samples = await onDatabase(serverUrl, async (client) => {
    await measure(client, product, scenario, profile.warmUpMs)
    const rounds: Sample[] = []
    for (let round = 0; round < profile.rounds; round++)
      rounds.push(await measure(client, product, scenario, profile.sampleMs))
    return rounds
  })
  return ['the landing page from the cache, CPU of the server', `${formatMs(medianOf(samples, 'server'))} ms`]
}

function fetchLandingPage({ port }: Contender): Promise<void> {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/', headers }, (response) => {
      if (response.headers['content-encoding'] !== 'br')
        return reject(new Error('The landing page was not sent as expected'))
      response.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })
}
