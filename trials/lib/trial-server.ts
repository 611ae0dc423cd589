import {
  type BuiltServer,
  entryOf,
  type ServerOptions,
  type Settings,
  startBuiltServer,
} from '../../testkit/built-server'

/** The built server on loopback, with an IP address per family. */
export const startTrialServer = (
  build: string,
  settings: Settings,
  options: ServerOptions = {},
): Promise<BuiltServer> =>
  startBuiltServer(
    entryOf(build),
    {
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
      SECRETS_KEY: 'a key of the trials and of nothing else',
      NOW: '2026-11-16T09:00:00-05:00',
      ...settings,
    },
    options,
  )
