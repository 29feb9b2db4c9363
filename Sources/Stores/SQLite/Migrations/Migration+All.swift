extension Migration {
    /// All there are, in order. Never change one that was released: add the next.
    static let all = [Migration(number: 1, name: "devices, notifications, deliveries, events", script: first)]

    /// Ids are the 16 bytes of a UUIDv7: rows come in the order of their age. Times are microseconds since 1970.
    ///
    /// Wide tables keep their rowid: without one, the inner pages of the tree would hold whole rows, and every look-up
    /// would pass through more of them. Messages repeat what a claim needs of their notification, for one look-up less.
    ///
    /// Applications insert events themselves, so their columns have defaults, and checks only of what would do harm: what
    /// no notification can be made of is set aside later, and does not undo the application's own transaction. Numbers
    /// are not given out again, so that the number of an event that is gone never names another.
    ///
    /// What a partial index covers is asked twice for each row that changes. `in` would build a table of its list each
    /// time, which costs a third of a claim and a settlement; it also keeps the index from `state = 'failed'`.
    private static let first = """
        create table devices (
            id blob not null primary key,
            app_id text not null,
            platform text not null,
            token text not null,
            environment text,
            device_key text,
            user_id text,
            authorized integer,
            locale text,
            time_zone text,
            model text,
            os_version text,
            app_version text,
            registered_at integer not null,
            invalidated_at integer,
            invalid_reason text,
            created_at integer not null,
            unique (platform, app_id, token)
        ) strict;
        create unique index devices_key on devices (platform, app_id, device_key) where device_key is not null;
        create index devices_user on devices (user_id) where user_id is not null;

        create table notifications (
            id blob not null primary key,
            type text not null,
            category text not null,
            user_id text,
            title text,
            body text,
            link text,
            data text,
            idempotency_key text,
            collapse_key text,
            created_at integer not null
        ) strict;

        create table messages (
            id blob not null primary key,
            notification_id blob not null,
            channel text not null,
            type text not null,
            collapse_key text,
            payload text not null
        ) strict;
        create index messages_notification on messages (notification_id);

        create table deliveries (
            id blob not null primary key,
            notification_id blob not null,
            message_id blob not null,
            channel text not null,
            user_id text,
            device_id blob,
            address text,
            environment text,
            app_id text,
            state text not null default 'queued',
            attempt integer not null default 0,
            max_attempts integer not null,
            uncertain integer not null default 0,
            priority integer not null,
            scheduled_at integer not null,
            due_at integer not null,
            expires_at integer,
            lease integer not null default 0,
            lease_until integer,
            cancel_requested integer not null default 0,
            provider_id text,
            reason text,
            created_at integer not null,
            settled_at integer
        ) strict;
        create index deliveries_ready on deliveries (channel, priority, due_at, id) where state = 'queued';
        create index deliveries_leased on deliveries (channel, lease_until) where state = 'sending';
        create index deliveries_notification on deliveries (notification_id);
        create index deliveries_unsent on deliveries (state, id)
            where state = 'failed' or state = 'expired' or state = 'cancelled' or state = 'skipped';

        create table attempts (
            delivery_id blob not null,
            attempt integer not null,
            outcome text not null,
            reason text,
            at integer not null,
            duration integer not null,
            primary key (delivery_id, attempt, at)
        ) strict, without rowid;

        create table idempotency_keys (
            key text not null primary key,
            fingerprint text not null,
            receipts text not null,
            expires_at integer not null
        ) strict, without rowid;
        create index idempotency_keys_expiry on idempotency_keys (expires_at);

        create table events (
            id integer primary key autoincrement,
            type text not null check (length(cast(type as blob)) <= 255),
            user_id text check (length(cast(user_id as blob)) <= 255),
            payload text not null default '{}' check (length(cast(payload as blob)) <= 1048576),
            idempotency_key text check (length(cast(idempotency_key as blob)) <= 255),
            created_at integer not null
                default (cast(round((julianday('now') - 2440587.5) * 86400000) as integer) * 1000),
            attempts integer not null default 0,
            lease integer not null default 0,
            lease_until integer,
            set_aside_at integer,
            reason text
        ) strict;
        create index events_waiting on events (id) where attempts = 0 and set_aside_at is null;
        create index events_claimed on events (id) where attempts > 0 and set_aside_at is null;
        create index events_set_aside on events (id) where set_aside_at is not null;

        create table counters (name text not null primary key, value integer not null) strict, without rowid;
        insert into counters (name, value) values ('lease', 0);
        """
}
