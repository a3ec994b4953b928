#include <assent/domain/decide/policy_packs.hpp>

#include <assent/domain/decide/policy.hpp>

#include <span>

namespace assent {
namespace {

// What changes or removes something that others use, or costs money.
constexpr std::string_view cloud_commands[] = {
    "aws * delete-*",
    "aws * terminate-*",
    "aws * deregister-*",
    "aws * put-*",
    "aws * update-*",
    "aws * create-*",
    "aws * run-*",
    "aws s3 cp *",
    "aws s3 mv *",
    "aws s3 rb *",
    "aws s3 rm *",
    "aws s3 sync *",
    "az * create *",
    "az * delete *",
    "az * update *",
    "doctl * create *",
    "doctl * delete *",
    "fly deploy *",
    "fly * destroy *",
    "flyctl deploy *",
    "flyctl * destroy *",
    "gcloud * create *",
    "gcloud * delete *",
    "gcloud * deploy *",
    "gcloud * update *",
    "gsutil cp *",
    "gsutil mv *",
    "gsutil rm *",
    "gsutil rsync *",
    "helm install *",
    "helm rollback *",
    "helm uninstall *",
    "helm upgrade *",
    "heroku * destroy *",
    "heroku *:destroy *",
    "kubectl apply *",
    "kubectl create *",
    "kubectl delete *",
    "kubectl drain *",
    "kubectl edit *",
    "kubectl exec *",
    "kubectl patch *",
    "kubectl replace *",
    "kubectl rollout restart *",
    "kubectl rollout undo *",
    "kubectl scale *",
    "kubectl set *",
    "pulumi cancel *",
    "pulumi destroy *",
    "pulumi up *",
    "terraform apply *",
    "terraform destroy *",
    "terraform force-unlock *",
    "terraform import *",
    "terraform state mv *",
    "terraform state push *",
    "terraform state rm *",
    "terraform taint *",
    "tofu apply *",
    "tofu destroy *",
    "tofu state mv *",
    "tofu state rm *",
};

// Clients of databases, and what drops or rolls back one.
constexpr std::string_view database_commands[] = {
    "alembic downgrade *",
    "createdb *",
    "dropdb *",
    "dropuser *",
    "flyway clean *",
    "knex migrate:rollback *",
    "liquibase drop-all *",
    "mariadb *",
    "mongo *",
    "mongorestore *",
    "mongosh *",
    "mysql *",
    "mysqladmin *",
    "mysqlimport *",
    "npx prisma db push *",
    "npx prisma migrate reset *",
    "pg_restore *",
    "prisma db push *",
    "prisma migrate reset *",
    "psql *",
    "rails db:drop *",
    "rails db:reset *",
    "rails db:rollback *",
    "rake db:drop *",
    "rake db:reset *",
    "redis-cli *",
    "sqlcmd *",
    "sqlplus *",
    "valkey-cli *",
};

std::vector<permission_rule> asking_about(std::span<const std::string_view> commands) {
    std::vector<permission_rule> rules;
    for (const auto command : commands)
        rules.push_back(
            permission_rule::make("Bash", {{"command", command}}, rule_behavior::ask, rule_origin::built_in)
                .value());
    return rules;
}

}  // namespace

const std::vector<policy_pack>& policy_packs() {
    static const std::vector<policy_pack> all{
        {"secrets", "files that may hold secrets", [] { return policy::careful().rules; }},
        {"cloud", "what changes or removes something in a cloud or a cluster",
         [] { return asking_about(cloud_commands); }},
        {"databases", "clients of databases, and what drops or rolls back one",
         [] { return asking_about(database_commands); }},
    };
    return all;
}

}  // namespace assent
