import { query } from '../lib/programme'
import { expectEqual } from '../lib/report'

const FEE = 20

type Props = {
  databaseUrl: string
  /** The ids that each family was answered. */
  acknowledged: ReadonlyMap<string, readonly string[]>
  /** Children for whom there are seats. */
  expected: number
  guests: number
  seats: number
  faults: string[]
}

/** Every acknowledged registration is stored once, with its fee, mails and seats, and nothing else is. */
export async function compareWithDatabase(props: Props): Promise<void> {
  const { databaseUrl, acknowledged, expected, guests, seats, faults } = props
  const rows = await query<{ id: string; child_id: string | null; total_fee: string }>(
    databaseUrl,
    'select id, child_id, total_fee from submissions',
  )
  const stored = new Set(rows.map(({ id }) => id))
  const ids = [...acknowledged.values()].flat()
  const children = rows.flatMap(({ child_id }) => child_id ?? [])
  expectEqual(faults, 'acknowledged and lost', ids.filter((id) => !stored.has(id)).length, 0)
  expectEqual(faults, 'doubled', children.length - new Set(children).size, 0)
  expectEqual(faults, 'children registered', children.length, ids.length)
  expectEqual(faults, 'guests registered', rows.length - children.length, guests)
  expectEqual(faults, 'wrong fees', rows.filter(({ total_fee }) => Number(total_fee) !== FEE).length, 0)
  expectEqual(faults, 'registrations acknowledged', ids.length, expected)
  const [found] = await query<{ without_mail: string; most_taken: string; miscounted: string }>(
    databaseUrl,
    `with counted as (
       select day::text, count(*) as taken from submissions, unnest(selected_days) as day group by 1)
     select (select max(taken) from counted) as most_taken,
       (select count(*) from counted, months where taken <> (taken_seats ->> day)::int) as miscounted,
       (select count(*) from submissions s
         where not exists (select from outbox where submission_id = s.id)
           and not exists (select from outbox where event is not null
             and event -> 'submissions' @> jsonb_build_array(jsonb_build_object('id', s.id)))) as without_mail`,
  )
  expectEqual(faults, 'submissions without mails', Number(found?.without_mail), 0)
  expectEqual(faults, 'days with a wrong number of seats', Number(found?.miscounted), 0)
  if (Number(found?.most_taken) > seats) faults.push(`a day has ${found?.most_taken} of ${seats} seats taken`)
}
