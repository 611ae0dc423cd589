import pg from 'pg'

export const FAMILIES = 2_000
export const STAFF_SECRET = 'secret-of-staff'
export const secretOf = (family: number) => `secret-of-${family}`
export const emailOf = (family: number) => `family${family}@example.com`
/** Starts empty: the bench registers families in it. */
export const OPEN_MONTH = 5
/** Families registered for the month before, at every size. */
const STEADY_FAMILIES = 300
export const STEADY_MONTH = 4

const uuid = (text: string) => `md5(${text})::uuid`

/** Families with two children each and twelve months around today, generated in SQL. */
export async function seed(databaseUrl: string, times: number, passwordHash: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // Skips triggers: nobody is listening yet.
    await client.query('set statement_timeout = 0; set session_replication_role = replica')
    await client.query(
      'delete from user_roles; delete from profiles; delete from accounts; delete from outbox',
    )
    await client.query(statements(FAMILIES * times, passwordHash))
    // Mails stay queued, as in the baseline: registrations are measured, not deliveries.
    await client.query(`alter table outbox alter next_attempt_at set default now() + interval '1 day'`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const statements = (families: number, passwordHash: string) => `
  insert into accounts (id, email, password_hash, email_verified_at)
    select ${uuid(`'family' || n`)}, 'family' || n || '@example.com', ${pg.escapeLiteral(passwordHash)}, now()
    from generate_series(1, ${families}) n
    union all select ${uuid(`'staff'`)}, 'staff@example.com', ${pg.escapeLiteral(passwordHash)}, now();
  insert into profiles (id, full_name, email, phone, created_at)
    select ${uuid(`'family' || n`)}, (array['Ava','Ben','Cora','Dan','Ella','Finn','Gia'])[1 + n % 7] || ' ' || ${surname},
      'family' || n || '@example.com', '555-' || n, now() - n % 300 * interval '1 day'
    from generate_series(1, ${families}) n
    union all select ${uuid(`'staff'`)}, 'Ada Staff', 'staff@example.com', null, now();
  insert into user_roles select id, case email when 'staff@example.com' then 'admin' else 'parent' end from accounts
    where id not in (select user_id from user_roles);
  insert into admin_email_preferences (user_id, monthly_submission_parent) select ${uuid(`'staff'`)}, false;
  -- Just seen: otherwise the first request of each session would update seen_at.
  insert into sessions (id, account_id, seen_at, expires_at)
    select encode(sha256(('secret-of-' || n)::bytea), 'hex'), ${uuid(`'family' || n`)}, timestamptz '2198-12-31', timestamptz '2199-01-01'
    from generate_series(1, ${FAMILIES}) n
    union all select encode(sha256('${STAFF_SECRET}'), 'hex'), ${uuid(`'staff'`)}, timestamptz '2198-12-31', timestamptz '2199-01-01';
  insert into children (id, parent_id, name, allergies, notes, grade, created_at)
    select ${uuid(`'child' || n || '-' || k`)}, ${uuid(`'family' || n`)},
      (array['Iris','Jack','Kira','Leo','Mia','Noah'])[1 + (n + k) % 6] || ' ' || ${surname},
      case n % 9 when 0 then 'Peanuts' end, case n % 11 when 0 then 'Leaves early' end, 'K', now() - k * interval '1 day'
    from generate_series(1, ${families}) n, generate_series(1, 2) k;
  insert into months (id, month_name, year, is_active, regular_price, special_price, closed_days)
    select ${uuid(`'month' || i`)}, to_char(m, 'FMMonth'), extract(year from m), true, 20, 30, '{}'
    from (select i, date_trunc('month', now()) + i * interval '1 month' as m from generate_series(-6, ${OPEN_MONTH}) i) x;
  insert into submissions (id, parent_id, child_id, month_id, selected_days, total_fee, day_prices, submitted_at, billed_status)
    select ${uuid(`'submission' || n || '-' || k || '-' || i`)}, ${uuid(`'family' || n`)},
      ${uuid(`'child' || n || '-' || k`)}, ${uuid(`'month' || i`)},
      array[1 + n % 5, 7 + n % 5, 14 + n % 7, 22 + n % 6], 80,
      jsonb_build_object(1 + n % 5, 20, 7 + n % 5, 20, 14 + n % 7, 20, 22 + n % 6, 20),
      now() - interval '290 days' * ((n * 31 + k * 17 + (i + 6) * 7919) % 100003) / 100003.0 - n * interval '1 millisecond',
      case (n + i) % 2 when 0 then 'billed' else 'not_billed' end
    from generate_series(1, ${families}) n, generate_series(1, 2) k, generate_series(-6, ${STEADY_MONTH}) i
    where case i when ${STEADY_MONTH} then n <= ${STEADY_FAMILIES} else (n + i + 6) % 4 <> 0 and i not between 1 and 3 end;
  insert into submissions (id, selected_days, total_fee, submitted_at, dropin_date,
      guest_parent_name, guest_parent_email, guest_child_name)
    select ${uuid(`'guest' || n`)}, array[extract(day from day)::int], 30, now() - n % 290 * interval '1 day' - n * interval '1 millisecond',
      day, 'Gus ' || ${surname}, 'guest' || n || '@example.com', 'Gina ' || ${surname}
    from (select n, (now() - n % 200 * interval '1 day')::date as day from generate_series(1, ${families * 0.4}) n) x;
  insert into payments (id, parent_id, submission_id, amount, payment_method, payment_date, recorded_by)
    select ${uuid(`'payment' || id`)}, parent_id, id, case get_byte(uuid_send(id), 0) % 2 when 0 then 80 else 25 end, 'check',
      current_date - 10, ${uuid(`'staff'`)}
    from submissions where parent_id is not null and get_byte(uuid_send(id), 1) % 4 <> 0;
  update submissions s set paid_amount = p.amount from payments p where p.submission_id = s.id;`

/** 400 surnames, so that matches grow with the number of families. */
const surname = `(array['Ash','Black','Carl','Dun','Ever','Fair','Green','Hart','Iron','Jen','Kirk','Lang','Mor','North',
  'Oak','Pem','Quil','Ross','Stan','Thorn'])[1 + n % 20] || (array['berg','brook','dale','field','ford','ham','land','ley',
  'man','mere','more','ridge','son','stone','ton','ville','ward','well','wood','worth'])[1 + n / 20 % 20]`
