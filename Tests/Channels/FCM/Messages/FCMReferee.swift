import TestPrograms

/// Python, which judges bodies independently: by its own JSON module, and by the schema of the HTTP v1 API written down
/// once more.
enum FCMReferee {
    /// What is wrong with each body; an empty text for one that is right.
    static func faults(in bodies: [[UInt8]]) async throws -> [String] {
        let input = String(decoding: Array(bodies.joined(separator: [0x0A])), as: UTF8.self)
        let (output, status) = try await ChildProcess.run("/usr/bin/env", ["python3", "-c", script], input: input)
        guard status == 0 else { throw DidNotRun() }
        return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    struct DidNotRun: Error {}

    private static let script = #"""
        import json, re, sys

        def pattern(text):
            return lambda value: isinstance(value, str) and re.fullmatch(text, value)
        def one_of(*words):
            return lambda value: value in words
        def texts(value):
            return isinstance(value, list) and all(isinstance(text, str) for text in value)
        def map_of_texts(value):
            return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
        def data(value):
            reserved = re.compile(r"(?i)(google|gcm).*|from|message_type")
            return map_of_texts(value) and not any(reserved.fullmatch(key) for key in value)
        def fraction(value):
            return type(value) in (int, float) and 0 <= value <= 1
        def durations(value):
            return texts(value) and all(duration(text) for text in value)
        def free(value):
            return isinstance(value, dict)
        def flag(value):
            return isinstance(value, bool)
        def count(value):
            return type(value) is int and value >= 0
        def ttl(value):
            return duration(value) and float(value[:-1]) <= 2419200
        text = pattern(r"(?s).*")
        duration = pattern(r"\d+(\.\d{1,9})?s")
        label = pattern(r"[a-zA-Z0-9\-_.~%]{1,50}")

        options = {"analytics_label": label}
        light = {"color": {"red": fraction, "green": fraction, "blue": fraction, "alpha": fraction},
                 "light_on_duration": duration, "light_off_duration": duration}
        android_notification = {
            "title": text, "body": text, "icon": text, "color": pattern("#[0-9a-fA-F]{6}"), "sound": text, "tag": text,
            "click_action": text, "body_loc_key": text, "body_loc_args": texts, "title_loc_key": text,
            "title_loc_args": texts, "channel_id": text, "image": text, "ticker": text, "sticky": flag,
            "event_time": pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"), "local_only": flag,
            "notification_priority": pattern("PRIORITY_(MIN|LOW|DEFAULT|HIGH|MAX)"), "vibrate_timings": durations,
            "default_vibrate_timings": flag, "default_sound": flag, "light_settings": light,
            "default_light_settings": flag, "visibility": one_of("PRIVATE", "PUBLIC", "SECRET"),
            "notification_count": count, "proxy": one_of("ALLOW", "DENY", "IF_PRIORITY_LOWERED")}
        android = {
            "collapse_key": text, "priority": one_of("normal", "high"), "ttl": ttl, "restricted_package_name": text,
            "data": data, "direct_boot_ok": flag, "bandwidth_constrained_ok": flag, "restricted_satellite_ok": flag,
            "fcm_options": options, "notification": android_notification}
        apns = {"headers": map_of_texts, "payload": free, "live_activity_token": text,
                "fcm_options": {"analytics_label": label, "image": text}}
        webpush = {"headers": map_of_texts, "data": data, "notification": free,
                   "fcm_options": {"link": pattern("https://.*"), "analytics_label": label}}
        targets = {"fid": text, "token": text, "topic": pattern(r"[a-zA-Z0-9\-_.~%]+"), "condition": text}
        message = {"data": data, "notification": {"title": text, "body": text, "image": text}, "fcm_options": options,
                   "android": android, "apns": apns, "webpush": webpush, **targets}
        request = {"validate_only": flag, "message": message}

        def check(value, schema, place):
            if callable(schema):
                assert schema(value), f"{place} is {value!r}"
                return
            assert isinstance(value, dict) and value, f"{place} is no object, or empty"
            for key, inner in value.items():
                # What the specimens set to try the way out.
                if key == "hologram": continue
                assert key in schema, f"{place}.{key} is unknown"
                check(inner, schema[key], f"{place}.{key}")
        def unique(pairs):
            keys = [key for key, _ in pairs]
            assert len(keys) == len(set(keys)), f"a key twice: {keys}"
            return dict(pairs)
        def number(text):
            assert False, f"{text} is no JSON"
        for line in sys.stdin.buffer.read().split(b"\n"):
            try:
                body = json.loads(line.decode("utf-8", "strict"), object_pairs_hook=unique, parse_constant=number)
                check(body, request, "body")
                assert len(targets.keys() & body["message"].keys()) == 1, "not one target"
                print()
            except (AssertionError, ValueError) as error:
                print(repr(error))
        """#
}
