/// The shell program that keeps a cluster: it makes it, obeys commands, and removes it when its input ends, which it does
/// however the tests end.
enum PostgresKeeper {
    /// Starts the keeper beside itself and waits for it, so that killing this one leaves the other to clean up; also killing
    /// its whole process group does, which `swift test` does when the tests crash. macOS has no `setsid`.
    static let outer = #"""
        trap : INT TERM HUP PIPE
        exec 3<&0
        script=$1
        shift
        if command -v setsid >/dev/null; then session=setsid; else session= && set -m; fi
        $session sh -c "$script" keeper "$@" <&3 3<&- &
        exec 3<&-
        wait
        """#

    /// Arguments: the folder of the programs, the port, connections at most, TLS (on or off), more settings.
    ///
    /// It answers the making, and each command, with a line: `ok` with the cluster's folder, or `failed` with the log's end.
    static let inner = #"""
        trap : INT TERM HUP PIPE
        bin=$1 port=$2 connections=$3 tls=$4 settings=$5
        umask 077
        home=$(mktemp -d "${TMPDIR:-/tmp}/fanfare-postgres.XXXXXX") || { echo "failed no folder"; exit 1; }
        cd "$home"
        log=$home/log data=$home/data
        report() { if [ "$1" = 0 ]; then echo "ok $home"; else echo "failed $(tail -n 5 "$log" | tr '\n' ' ')"; fi; }
        control() { "$bin/pg_ctl" -D "$data" -w -t 60 -l "$log" "$@" </dev/null >>"$log" 2>&1; }
        make() {
            "$bin/initdb" -D "$data" -U postgres -A trust -E UTF8 --no-locale -N >>"$log" 2>&1 </dev/null || return 1
            {
                echo "listen_addresses = '127.0.0.1'"
                echo "port = $port"
                echo "unix_socket_directories = '$home'"
                echo "max_connections = $connections"
                echo "$settings"
            } >>"$data/postgresql.conf"
            {
                echo "local all all trust"
                echo "host all guest 127.0.0.1/32 scram-sha-256"
                echo "host all all 127.0.0.1/32 trust"
            } >"$data/pg_hba.conf"
            if [ "$tls" = on ]; then
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
                    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
                    -keyout "$data/server.key" -out "$data/server.crt" >>"$log" 2>&1 </dev/null || return 1
                cp "$data/server.crt" "$home/certificate.pem"
                echo "ssl = on" >>"$data/postgresql.conf"
            fi
            "$bin/postgres" --single -F -D "$data" postgres >>"$log" 2>&1 <<'END' || return 1
        create role fanfare login
        create role guest login password 'p@ss:w/rd %?#&=é'
        create database fanfare owner fanfare
        grant all on database fanfare to guest
        END
            control start
        }
        make
        report $?
        while read -r command argument; do
            case $command in
            start) control start ;;
            stop) control stop -m "$argument" ;;
            restart) control restart -m "$argument" ;;
            esac
            report $?
        done
        control stop -m immediate
        cd /
        rm -rf "$home"
        """#
}
