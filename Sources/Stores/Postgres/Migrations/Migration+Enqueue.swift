extension Migration {
    /// Stores a submission inside the caller's transaction, whoever the caller is: hosts call it for what is small,
    /// applications in their own transactions. `EnqueueDocument` writes its argument.
    ///
    /// A second call with the same key waits for the first to end, and then finds its receipts.
    static let enqueue = """
        create function fanfare.enqueue(
            submission json, at timestamptz default null, out result text, out receipts json
        ) language plpgsql as $function$
        declare
            instant timestamptz := coalesce(at, now());
            idempotency json := submission -> 'idempotency';
            known record;
        begin
            if idempotency is not null then
                insert into fanfare.idempotency_keys as k (key, fingerprint, receipts, expires_at)
                values (
                    idempotency ->> 'key', idempotency ->> 'fingerprint', idempotency -> 'receipts',
                    instant + (idempotency ->> 'lifetime')::bigint * interval '1 microsecond'
                )
                on conflict (key) do update
                set fingerprint = excluded.fingerprint, receipts = excluded.receipts, expires_at = excluded.expires_at
                where k.expires_at <= instant;
                if not found then
                    select k.fingerprint, k.receipts into strict known
                    from fanfare.idempotency_keys k where k.key = idempotency ->> 'key';
                    if known.fingerprint = idempotency ->> 'fingerprint' then
                        result := 'duplicate';
                        receipts := known.receipts;
                    else
                        result := 'conflict';
                    end if;
                    return;
                end if;
            end if;

            with notification as materialized (
                select n.*,
                    case when n.due is null then instant + coalesce(n.delay, 0) * interval '1 microsecond'
                        else greatest(instant, timestamptz 'epoch' + n.due * interval '1 microsecond') end as due_at
                from json_to_recordset(submission -> 'notifications') as n (
                    id uuid, type text, category text, user_id text, title text, body text, link text, data json,
                    idempotency_key text, collapse_key text, delay bigint, due bigint, expires bigint,
                    priority smallint, messages json
                )
            ), message as materialized (
                select m.*, n.id as notification_id, n.type, n.collapse_key, n.user_id, n.priority, n.due_at,
                    n.due_at + n.expires * interval '1 microsecond' as expires_at
                from notification n cross join json_to_recordset(n.messages) as m (
                    id uuid, channel text, payload json, max_attempts integer, deliveries json
                )
            ), stored_notifications as (
                insert into fanfare.notifications
                    (id, type, category, user_id, title, body, link, data, idempotency_key, collapse_key, created_at)
                select id, type, category, user_id, title, body, link, data, idempotency_key, collapse_key, instant
                from notification
            ), stored_messages as (
                insert into fanfare.messages (id, notification_id, channel, type, collapse_key, payload)
                select id, notification_id, channel, type, collapse_key, coalesce(payload, 'null') from message
            )
            insert into fanfare.deliveries
                (id, notification_id, message_id, channel, user_id, device_id, address, environment, app_id,
                max_attempts, priority, scheduled_at, due_at, expires_at, created_at)
            select d.id, m.notification_id, m.id, m.channel, m.user_id, d.device_id, d.address, d.environment, d.app_id,
                m.max_attempts, m.priority, m.due_at, m.due_at, m.expires_at, instant
            from message m cross join json_to_recordset(m.deliveries) as d (
                id uuid, device_id uuid, address text, environment text, app_id text
            );
            result := 'stored';
        end
        $function$;

        """
}
