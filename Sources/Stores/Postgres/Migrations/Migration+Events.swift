extension Migration {
    /// What other programs write, in transactions of their own.
    ///
    /// Its columns have defaults, and checks only of what would do harm: what no notification can be made of is set aside
    /// later, and does not undo the application's transaction. So the payload is a text, and takes what is not JSON.
    static let events = """
        create table fanfare.events (
            id bigint generated always as identity primary key,
            type text not null check (octet_length(type) <= 255),
            user_id text check (octet_length(user_id) <= 255),
            payload text not null default '{}' check (octet_length(payload) <= 1048576),
            idempotency_key text check (octet_length(idempotency_key) <= 255),
            created_at timestamptz not null default now(),
            attempts integer not null default 0,
            lease bigint not null default 0,
            lease_until timestamptz,
            set_aside_at timestamptz,
            reason text
        ) with (
            autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0
        );
        create index events_waiting on fanfare.events (id) where attempts = 0 and set_aside_at is null;
        create index events_claimed on fanfare.events (id) where attempts > 0 and set_aside_at is null;
        create index events_set_aside on fanfare.events (id) where set_aside_at is not null;
        create trigger wake after insert on fanfare.events for each statement execute function fanfare.wake_hosts();

        create function fanfare.conclude_event(
            event bigint, token bigint, submission json, at timestamptz default null
        ) returns text language plpgsql as $function$
        declare
            enqueued text;
        begin
            perform from fanfare.events e
            where e.id = event and e.lease = token and e.lease_until > coalesce(at, now())
            for update;
            if not found then return 'stale'; end if;
            select q.result into enqueued from fanfare.enqueue(submission, at) q;
            if enqueued <> 'conflict' then delete from fanfare.events e where e.id = event; end if;
            return enqueued;
        end
        $function$;

        """
}
