extension Migration {
    /// All there are, in order. Never change one that was released: add the next.
    static let all = [Migration(number: 1, name: "devices, notifications, deliveries, events", script: first)]

    /// Ids are UUIDv7: rows come in the order of their age. Messages repeat what a claim needs of their notification, for
    /// one look-up less.
    ///
    /// A delivery changes its place in partial indexes each time its state changes, so it has as few indexes as it can, and
    /// `lease_until` is set exactly while it is being sent: who holds one asks for that and not for the state, which
    /// keeps the planner from searching all that are being sent.
    ///
    /// The vacuum settings are for tables of which a part changes all the time, however much rests in them
    /// (postgresql.org/docs/current/routine-vacuuming.html).
    private static let first =
        """
        create table fanfare.devices (
            id uuid not null primary key,
            app_id text not null,
            platform text not null,
            token text not null,
            environment text,
            device_key text,
            user_id text,
            authorized boolean,
            locale text,
            time_zone text,
            model text,
            os_version text,
            app_version text,
            registered_at timestamptz not null,
            invalidated_at timestamptz,
            invalid_reason text,
            created_at timestamptz not null,
            unique (platform, app_id, token)
        ) with (fillfactor = 80);
        create unique index devices_key on fanfare.devices (platform, app_id, device_key)
            where device_key is not null;
        create index devices_user on fanfare.devices (user_id) where user_id is not null;

        create table fanfare.notifications (
            id uuid not null primary key,
            type text not null,
            category text not null,
            user_id text,
            title text,
            body text,
            link text,
            data json,
            idempotency_key text,
            collapse_key text,
            created_at timestamptz not null
        );

        create table fanfare.messages (
            id uuid not null primary key,
            notification_id uuid not null,
            channel text not null,
            type text not null,
            collapse_key text,
            payload json not null
        );
        create index messages_notification on fanfare.messages (notification_id);

        create table fanfare.deliveries (
            id uuid not null primary key,
            notification_id uuid not null,
            message_id uuid not null,
            device_id uuid,
            scheduled_at timestamptz not null,
            due_at timestamptz not null,
            expires_at timestamptz,
            lease_until timestamptz,
            created_at timestamptz not null,
            settled_at timestamptz,
            lease bigint not null default 0,
            attempt integer not null default 0,
            max_attempts integer not null,
            uncertain integer not null default 0,
            priority smallint not null,
            cancel_requested boolean not null default false,
            channel text not null,
            state text not null default 'queued',
            user_id text,
            address text,
            environment text,
            app_id text,
            provider_id text,
            reason text
        ) with (
            fillfactor = 80,
            autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
            autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 5000
        );
        create index deliveries_ready on fanfare.deliveries (channel, priority, due_at, id) where state = 'queued';
        create index deliveries_leased on fanfare.deliveries (channel, lease_until) where state = 'sending';
        create index deliveries_notification on fanfare.deliveries (notification_id);
        create index deliveries_unsent on fanfare.deliveries (state, id)
            where state in ('failed', 'expired', 'cancelled', 'skipped');
        create sequence fanfare.leases;

        create table fanfare.attempts (
            delivery_id uuid not null,
            attempt integer not null,
            outcome text not null,
            reason text,
            at timestamptz not null,
            duration bigint not null,
            primary key (delivery_id, attempt, at)
        );

        create table fanfare.idempotency_keys (
            key text not null primary key,
            fingerprint text not null,
            receipts json not null,
            expires_at timestamptz not null
        );
        create index idempotency_keys_expiry on fanfare.idempotency_keys (expires_at);

        """ + wake + enqueue + events

    /// Wakes the hosts, at most once in 50 ms: a notifying commit waits for all others that notify, so that one for each
    /// insert would make them all wait for each other. Whoever finds the row locked leaves the waking to its holder;
    /// hosts look again a moment after they were woken, and poll.
    ///
    /// A crash of the server empties an unlogged table; the first to insert fills it again.
    private static let wake = """
        create unlogged table fanfare.wake (
            name text not null primary key,
            at timestamptz not null
        ) with (fillfactor = 20);
        insert into fanfare.wake (name, at) values ('hosts', '-infinity');

        create function fanfare.wake_hosts() returns trigger language plpgsql as $function$
        begin
            perform from fanfare.wake where name = 'hosts' and at > clock_timestamp() - interval '50 ms';
            if found then return null; end if;
            perform from fanfare.wake where name = 'hosts' for update skip locked;
            if found then
                update fanfare.wake set at = clock_timestamp() where name = 'hosts';
                perform pg_notify(tg_table_schema, '');
            elsif not exists (select from fanfare.wake where name = 'hosts') then
                insert into fanfare.wake (name, at) values ('hosts', clock_timestamp()) on conflict do nothing;
                perform pg_notify(tg_table_schema, '');
            end if;
            return null;
        end
        $function$;
        create trigger wake after insert on fanfare.messages for each statement execute function fanfare.wake_hosts();

        """
}
