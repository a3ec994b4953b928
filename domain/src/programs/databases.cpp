#include "families.hpp"

namespace assent::programs {

// Their languages change data, and some run programs; what a statement does is not read.
std::span<const program_row> databases() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"cqlsh|sqsh|tsql|mysqlsh|ysqlsh|gsql|vsql|clickhouse|clickhouse-client|clickhouse-local|duckdb|"
         "influx|isql|mongo|mongosh|mssql-cli|"
         "mycli|litecli|pgcli|neo4j|cypher-shell|sqlcmd|sqlplus|surreal|trino|presto|snowsql|bq|beeline|hive|"
         "cockroach|usql|steampipe|arangosh|edgedb|gel|nats|kcat|kafkacat",
         evaluates, "-* --*", "code*"},
        {"createdb|createuser|dropdb|dropuser|initdb|pg_ctl|pg_resetwal|pg_restore|mysqladmin|mysqlimport|"
         "mongorestore|mongoimport|vacuumdb|reindexdb",
         destroys, "-* --*", "text*"},
        {"mongodump|mongoexport|mysqldump|mariadb-dump|pg_dump|pg_dumpall|pg_basebackup", secrets | writes,
         "-* --*", "text*"},
        {"mysql|mariadb", fetches,
         "-V!looks --version!looks -ABbCEfGHiLNnoqrstUvWwX -D=text --database=text -h=address --host=address "
         "-P=text --port=text "
         "-u=text "
         "--user=text -p[=text] "
         "--password[=text] -S=text --socket=text --protocol=text --default-character-set=text --table "
         "--batch "
         "--silent "
         "--skip-column-names --raw --xml --html --vertical --compress --quick --connect-timeout=text "
         "--ssl-mode=text "
         "-e=sql --execute=sql --init-command=code --tee=write --pager=shell --defaults-file=load "
         "--defaults-extra-file=load "
         "--plugin-dir=load --default-auth=load",
         "text <commands"},
        {"pg_isready|pg_config|pg_controldata|pg_waldump|pg_lsclusters|pg_verifybackup|redis-benchmark|"
         "mysqlshow|mysqlcheck",
         reads, "-* --*", "text*"},
        {"psql", fetches,
         "-V!looks --version!looks -aAbeEHlLnqRsStwWxXz01 -c=sql --command=sql -d=text --dbname=text -f=code "
         "--file=code -F=text "
         "-h=address --host=address "
         "-L=write --log-file=write -o=write --output=write -p=text --port=text -P=text --pset=text -R=text "
         "-T=text -U=text "
         "--username=text -v=text --variable=text --set=text --list --no-align --tuples-only --csv --html "
         "--expanded --no-psqlrc "
         "--single-transaction --no-password --password --quiet --echo-all --echo-queries "
         "--field-separator=text",
         "text text <commands"},
        {"redis-cli|valkey-cli|keydb-cli", sends,
         "-v!looks --version!looks -* --* --eval=code --rdb=write --pipe!evaluates", "text*"},
        {"sqlite3|sqlite", reads,
         "-A -append -ascii -bail -batch -box -column -csv -echo -header -noheader -heap=text -html "
         "-interactive "
         "-json -line -list "
         "-markdown -maxsize=text -mmap=text -newline=text -nofollow -nonce=text -nullvalue=text "
         "-pagecache=text "
         "-quote "
         "-readonly -separator=text -stats -table -tabs -unsafe-testing -utf8 -version!looks --version!looks "
         "-vfs=text -zip "
         "-deserialize -safe -cmd=sql "
         "-init=load -lookaside=text -memtrace -pcachetrace",
         "read sql!looks* <commands", option_style::words},
    };
    return rows;
}

}  // namespace assent::programs
