import { startThrowawayPostgres } from '../server/src/db/postgres/throwaway'
import { compareHistories } from './history'
import { compareServers } from './overhead'

/**
 * How fast it is, as ratios within one run: machines differ and are noisy, the relation between two figures of the
 * same minute is not.
 */
const postgres = await startThrowawayPostgres()
try {
  await compareServers(postgres.url)
  await compareHistories(postgres.url)
} finally {
  await postgres.stop()
}
