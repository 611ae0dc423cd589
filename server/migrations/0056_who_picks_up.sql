-- Who must never pick the child up: up to five, each a name and perhaps a note.
alter table children add column must_not_pick_up jsonb not null default '[]'
  check (case when jsonb_typeof(must_not_pick_up) = 'array'
    then jsonb_array_length(must_not_pick_up) <= 5
      and not jsonb_path_exists(must_not_pick_up, '$[*].type() ? (@ != "object")')
      and not jsonb_path_exists(must_not_pick_up, '$[*] ? (!(@.name.type() == "string" && @.name like_regex "^.{1,120}$" flag "s"
        && @.name like_regex "[^ ]" && (!exists(@.note) || @.note.type() == "null"
          || @.note.type() == "string" && @.note like_regex "^.{0,200}$" flag "s")))')
    else false end);

-- Released to somebody who was not on the child's list; the name may be erased later.
alter table attendance_marks add column not_on_list boolean not null default false,
  add constraint only_who_left_was_released check (left_at is not null or not not_on_list);
