#include "families.hpp"

namespace assent::programs {

// Their languages change data, and some run programs; what a statement does is not read.
// Options: PostgreSQL 15, MariaDB 10.11, Redis 7.0, SQLite 3.40.
std::span<const program_row> databases() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        {"cqlsh|sqsh|tsql|mysqlsh|ysqlsh|gsql|vsql|clickhouse|clickhouse-client|clickhouse-local|duckdb|"
         "influx|isql|mongo|mongosh|mssql-cli|"
         "mycli|litecli|pgcli|neo4j|cypher-shell|sqlcmd|sqlplus|surreal|trino|presto|snowsql|bq|beeline|hive|"
         "cockroach|usql|steampipe|arangosh|edgedb|gel|nats|kcat|kafkacat",
         evaluates, "-c=code -e=code -q=code -f=code --eval=code --query=code --execute=code -version!looks --version!looks",
         "code* <commands", option_style::words},
        {"createdb|createuser|dropdb|dropuser|initdb|pg_ctl|pg_resetwal|mysqlimport|mongorestore|mongoimport|"
         "vacuumdb|reindexdb",
         destroys,
         "--help!looks --version!looks -acCeOvxwW1 -h=address -p=text -U=text -d=text -D=write -f=write -l=write "
         "-j=text -n=text -t=text -F=text "
         "--host=address --port=text --username=text --dbname=text --if-exists --clean --create --no-owner "
         "--no-privileges --verbose --jobs=text --format=text --uri=address --db=text --collection=text --drop --file=read",
         "text* <commands"},
        {"mysqladmin", destroys,
         "--help!looks --version!looks -V!looks -bCEfrsv -w[=text] -h=address -i=text -p[=text] -P=text -S=text -u=text "
         "--connect-timeout=text --host=address --no-beep --password[=text] --port=text --protocol=text --silent --sleep=text "
         "--socket=text --ssl --user=text --verbose --vertical",
         "subcommand* <commands"},
        // Others may stand behind them.
        {"mysqladmin ping|status|version|processlist|variables|extended-status", fetches, {}, "<data"},
        {"mysqladmin *", destroys, {}, "text* <commands"},
        // What it is told to list it reads from a file.
        {"pg_restore", destroys,
         "--help!looks --version!looks -V!looks -l!looks --list!looks -acCeOsvwWx1 -d=text -f=write -F=text -h=address -I=text -j=text "
         "-L=read -n=text -N=text -p=text -P=text -S=text -t=text -T=text -U=text --clean --create --data-only --dbname=text "
         "--exit-on-error --file=write --format=text --host=address --if-exists --jobs=text --no-acl --no-owner --no-password "
         "--no-privileges --password --port=text --schema=text --schema-only --section=text --single-transaction --table=text "
         "--use-list=read --username=text --verbose",
         "read <commands"},
        {"mongodump|mongoexport|mysqldump|mariadb-dump|pg_dump|pg_dumpall|pg_basebackup", secrets | writes,
         "--help!looks --version!looks -abcCOsvxwWAntBR -h=address -p[=text] -P=text -U=text -u=text -d=text -D=write "
         "-f=write -F=text -j=text -o=write "
         "-r=write --host=address --port=text --username=text --user=text --password[=text] --dbname=text --databases "
         "--all-databases --schema-only --data-only --no-data --no-owner --no-privileges --single-transaction "
         "--routines --triggers --quick --format=text --file=write --out=write --uri=address --db=text --collection=text "
         "--result-file=write --clean --create --if-exists --table=text --schema=text --exclude-table=text "
         "--exclude-table-data=text --inserts --column-inserts --jobs=text --verbose --no-tablespaces",
         "text* <data"},
        {"mysql|mariadb", fetches,
         "-V!looks --version!looks --help!looks -ABbCEfGHiLNnoqrstUvWwX -D=text -h=address -P=text -u=text -p[=text] -S=text "
         "--database=text --host=address --port=text --user=text --password[=text] --socket=text --protocol=text "
         "--default-character-set=text --table --batch --silent --skip-column-names --raw --xml --html --vertical "
         "--compress --quick --force --verbose --connect-timeout=text --ssl-mode=text --ssl-ca=read --ssl --skip-ssl --no-auto-rehash "
         "--no-beep --safe-updates --unbuffered --binary-as-hex --column-names --login-path=text!outside "
         "-e=sql --execute=sql --init-command=code --tee=write --pager=shell --defaults-file=load "
         "--defaults-extra-file=load --plugin-dir=load --default-auth=load",
         "text <commands"},
        {"pg_isready", fetches, "--help!looks --version!looks -q -d=text -h=address -p=text -t=text -U=text --quiet --dbname=text --host=address "
         "--port=text --timeout=text --username=text", "<data"},
        {"pg_config", looks,
         "--bindir --docdir --htmldir --includedir --pkgincludedir --includedir-server --libdir --pkglibdir --localedir "
         "--mandir --sharedir --sysconfdir --pgxs --configure --cc --cppflags --cflags --cflags_sl --ldflags --ldflags_ex "
         "--ldflags_sl --libs",
         "<data"},
        {"pg_controldata|pg_waldump|pg_verifybackup", reads, "-D=name -p=name --pgdata=name", "read* <data"},
        {"pg_lsclusters", reads, "-hjs", "<data"},
        // It writes keys, and sends what command it is given.
        {"redis-benchmark", destroys,
         "-q -h=address -p=text -P=text -n=text -c=text -t=text -d=text -r=text -s=text --csv --user=text",
         "text* <commands"},
        {"mysqlshow|mysqlcheck", fetches,
         "-q -h=address -p=text -P=text -u=text -n=text -c=text -t=text --host=address --user=text --password[=text] "
         "--check --all-databases --csv",
         "text* <data"},
        {"psql", fetches,
         "--help!looks -V!looks --version!looks -aAbeEHlnqsStwWxXz01 -c=sql -d=text -f=code -F=text -h=address -L=write "
         "-o=write -p=text "
         "-P=text -R=text -T=text -U=text -v=text --command=sql --dbname=text --file=code --host=address --log-file=write "
         "--output=write --port=text --pset=text --username=text --variable=text --set=text --list --no-align "
         "--tuples-only --csv --html --expanded --no-psqlrc --no-readline --single-transaction --single-step "
         "--single-line --no-password --password --quiet --echo-all --echo-errors --echo-queries --echo-hidden "
         "--field-separator=text --record-separator=text --field-separator-zero --record-separator-zero --table-attr=text",
         "text text <commands"},
        // What it is fed are its commands.
        {"redis-cli|valkey-cli|keydb-cli", sends,
         "--help!looks -v!looks --version!looks -c -x!sends -X=text!sends -h=address -p=text -s=text -a=text -n=text -r=text "
         "-i=text -u=address -d=text "
         "-D=text -3 -2 -e --raw --no-raw --quoted-input --csv --json --show-pushes=text --tls --sni=text --cacert=read "
         "--cert=read --key=read --user=text --pass=text --askpass --no-auth-warning --stat --latency --latency-history "
         "--scan --pattern=text --count=text --bigkeys --memkeys --hotkeys --intrinsic-latency=text --verbose "
         "--eval=code --rdb=write --pipe!evaluates -t=text",
         "subcommand <commands"},
        // Commands, in letters of either case. Behind them there are no options: `del --help` loses a key.
        {"redis-cli ping|echo|time|info|dbsize|lastsave|role|type|ttl|pttl|expiretime|pexpiretime|exists|keys|randomkey|scan|get|"
         "mget|strlen|getrange|substr|getbit|bitcount|bitpos|lcs|hget|hgetall|hmget|hkeys|hvals|hlen|hexists|hstrlen|"
         "hscan|hrandfield|lrange|llen|lindex|lpos|smembers|scard|sismember|smismember|srandmember|sscan|sinter|"
         "sintercard|sunion|sdiff|zrange|zrangebyscore|zrangebylex|zrevrange|zrevrangebyscore|zrevrangebylex|zcard|zcount|"
         "zlexcount|zscore|zmscore|zrank|zrevrank|zscan|zrandmember|zinter|zintercard|zunion|zdiff|xrange|xrevrange|xlen|"
         "xread|xpending|geodist|geohash|geopos|geosearch|sort_ro|dump|PING|ECHO|TIME|INFO|DBSIZE|LASTSAVE|ROLE|TYPE|TTL|"
         "PTTL|EXPIRETIME|PEXPIRETIME|EXISTS|KEYS|RANDOMKEY|SCAN|GET|MGET|STRLEN|GETRANGE|SUBSTR|GETBIT|BITCOUNT|BITPOS|"
         "LCS|HGET|HGETALL|HMGET|HKEYS|HVALS|HLEN|HEXISTS|HSTRLEN|HSCAN|HRANDFIELD|LRANGE|LLEN|LINDEX|LPOS|SMEMBERS|SCARD|"
         "SISMEMBER|SMISMEMBER|SRANDMEMBER|SSCAN|SINTER|SINTERCARD|SUNION|SDIFF|ZRANGE|ZRANGEBYSCORE|ZRANGEBYLEX|"
         "ZREVRANGE|ZREVRANGEBYSCORE|ZREVRANGEBYLEX|ZCARD|ZCOUNT|ZLEXCOUNT|ZSCORE|ZMSCORE|ZRANK|ZREVRANK|ZSCAN|"
         "ZRANDMEMBER|ZINTER|ZINTERCARD|ZUNION|ZDIFF|XRANGE|XREVRANGE|XLEN|XREAD|XPENDING|GEODIST|GEOHASH|GEOPOS|"
         "GEOSEARCH|SORT_RO|DUMP", fetches,
         "-# -inf --help --version", "text* <sends"},
        {"redis-cli memory|object|client|cluster|slowlog|latency|xinfo|command|pubsub|MEMORY|OBJECT|CLIENT|CLUSTER|SLOWLOG|LATENCY|"
         "XINFO|COMMAND|PUBSUB", sends, "--help --version",
         "subcommand"},
        {"redis-cli memory usage|stats|doctor|malloc-stats|encoding|freq|idletime|refcount|list|info|id|getname|nodes|slots|shards|links|"
         "keyslot|countkeysinslot|myid|len|get|latest|history|graph|stream|groups|consumers|count|docs|getkeys|channels|"
         "numsub|numpat|help|USAGE|STATS|DOCTOR|MALLOC-STATS|ENCODING|FREQ|IDLETIME|REFCOUNT|LIST|INFO|ID|GETNAME|NODES|"
         "SLOTS|SHARDS|LINKS|KEYSLOT|COUNTKEYSINSLOT|MYID|LEN|GET|LATEST|HISTORY|GRAPH|STREAM|GROUPS|CONSUMERS|COUNT|DOCS|"
         "GETKEYS|CHANNELS|NUMSUB|NUMPAT|HELP", fetches,
         "-# -inf --help --version", "text* <sends"},
        {"redis-cli memory *", sends, "-# -inf --help --version", "text* <commands"},
        {"redis-cli config|CONFIG|acl|ACL", sends, "--help --version", "subcommand"},
        {"redis-cli config get|GET|list|LIST|getuser|GETUSER", secrets, "--help --version", "text* <sends"},
        {"redis-cli config *", sends, "-# -inf --help --version", "text* <commands"},
        {"redis-cli flushall|FLUSHALL|flushdb|FLUSHDB|del|DEL|unlink|UNLINK|shutdown|SHUTDOWN", destroys,
         "-# -inf --help --version", "text* <commands"},
        {"redis-cli *", sends, "-# -inf --help --version", "text* <commands"},
        {"sqlite3|sqlite", reads,
         "--help!looks -A -append -ascii -bail -batch -box -column -csv -echo -header -noheader -heap=text -html "
         "-interactive -json -line -list -markdown -maxsize=text -mmap=text -newline=text -nofollow -nonce=text "
         "-nullvalue=text -pagecache=text+text -quote -readonly -separator=text -stats -table -tabs -unsafe-testing -utf8 "
         "-version!looks -vfs=text -zip -deserialize -safe -cmd=sql -init=load -lookaside=text+text -memtrace "
         "-pcachetrace -escape=text",
         "read sql!looks* <commands", option_style::words},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
