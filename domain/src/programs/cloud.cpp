#include "families.hpp"

namespace assent::programs {

std::span<const program_row> cloud() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"salt|salt-call|salt-ssh", sends | runs, "-* --*", "text* text shells"},
        {"ansible|ansible-playbook|ansible-galaxy|ansible-vault|ansible-console|ansible-pull|puppet|"
         "chef",
         sends | runs, "-* --* -a=shell --args=shell -e=code", "text*"},
        {"ansible-doc|ansible-inventory|ansible-config|ansible-lint", reads, "-* --* -i=load", "text*"},
        // Its verbs are many; those that only read begin alike.
        {"aws", fetches,
         "--version!looks --profile=text --region=text --output=text --query=text --no-cli-pager "
         "--endpoint-url=address "
         "--no-sign-request "
         "--no-verify-ssl --no-paginate --color=text --cli-read-timeout=text --cli-connect-timeout=text "
         "--ca-bundle=read --debug",
         "subcommand*"},
        {"aws s3", fetches, {}, "subcommand*"},
        {"aws s3 ls", fetches, "-* --*", "text*"},
        {"aws s3 cp|sync|mv|mb|website|presign", sends, "-* --*", "text*"},
        {"aws s3 rm|rb", destroys, "-* --*", "text*"},
        {"aws sts", fetches, {}, "subcommand*"},
        {"aws sts get-caller-identity|decode-authorization-message|get-access-key-info", fetches, "-* --*",
         "text*"},
        {"aws sts assume-role|get-session-token|get-federation-token|assume-role-with-web-identity|"
         "assume-role-with-saml",
         secrets, "-* --*", "text*"},
        {"aws configure", reads, {}, "subcommand*"},
        {"aws configure list|list-profiles|get", secrets, "-* --*", "text*"},
        {"aws configure set|import|sso|sso-session|add-model", writes, "-* --*", "text!loads*"},
        {"aws ecs", sends, {}, "subcommand*"},
        {"aws ecs execute-command", sends, "-* --* --command=shell", "text*"},
        {"aws ecs *", sends, "-* --*", "text*"},
        {"aws ec2|iam|lambda|rds|eks|ecr|logs|cloudformation|cloudwatch|dynamodb|sqs|sns|route53|"
         "secretsmanager|ssm|kms|s3api|elbv2|elb|autoscaling|apigateway|apigatewayv2|events|stepfunctions|"
         "glue|athena|redshift|elasticache|acm|cloudfront|codebuild|codepipeline|organizations|ce|bedrock|"
         "bedrock-runtime|sagemaker|batch|kinesis|firehose|opensearch|wafv2|cognito-idp|amplify|sso|help",
         sends, "-* --*", "text*"},
        {"az|gsutil|oci|ibmcloud|doctl|linode-cli|hcloud|scw|aliyun|openstack|rclone|s3cmd|s5cmd|mc|"
         "b2|"
         "azcopy|restic|pulumi|cdk|cdktf|sam|serverless|sls|terragrunt|packer|vault-cli|"
         "firebase|supabase|vercel|netlify|wrangler|surge|cloudflared|ngrok|"
         "tailscale|stripe|sentry-cli|glab",
         sends | runs, "-* --* --password-command=shell --scripts=shell --stdin-from-command!evaluates",
         "text*"},
        {"borg", sends | runs, "-* --* --rsh=shell", "subcommand"},
        {"borg with-lock", sends | runs, "-* --*", "text* program"},
        {"borg create", sends | runs,
         "-* --* --content-from-command!evaluates --paths-from-command!evaluates", "text*"},
        {"borg *", sends | runs, "-* --* --rsh=shell", "text*"},
        {"nomad|consul|etcdctl|cf|eb|dokku|kamal|tsh|knife|bolt", sends | runs, "-* --*", "subcommand"},
        {"nomad alloc|app|command", sends | runs, "-* --*", "subcommand"},
        {"nomad alloc exec|run", sends, "-* --*", "text* shells <shell"},
        {"nomad alloc *", sends | runs, "-* --*", "text*"},
        {"nomad exec|lock|watch|exec-watch|run", sends | runs, "-* --*", "text* program <shell"},
        {"nomad ssh", sends, "-* --* -c=shell --command=shell", "text* shells <shell"},
        {"nomad *", sends | runs, "-* --*", "text*"},
        {"gcloud", sends | runs, "-* --*", "subcommand"},
        {"gcloud compute", sends | runs, "-* --*", "subcommand"},
        {"gcloud compute ssh", sends, "-* --* --command=shell --ssh-flag=code", "text shells <shell"},
        {"gcloud compute *", sends | runs, "-* --*", "text*"},
        {"gcloud *", sends | runs, "-* --*", "text*"},
        {"fly|flyctl", sends | runs, "-* --*", "subcommand"},
        {"fly ssh", sends, "-* --*", "subcommand"},
        {"fly ssh console", sends, "-* --* -C=shell --command=shell", "text* <shell"},
        {"fly ssh *", sends, "-* --*", "text*"},
        {"fly *", sends | runs, "-* --*", "text*"},
        {"heroku|railway", sends | runs, "-* --*", "subcommand"},
        {"heroku run", sends, "-* --*", "either <shell"},
        {"heroku ssh", sends, "-* --*", "text* shells <shell"},
        {"heroku *", sends | runs, "-* --*", "text*"},
        // Their secrets are in the environment of the program.
        {"doppler|infisical|dotenvx|foreman|honcho", secrets, "-* --*", "subcommand"},
        {"doppler run", secrets, "-* --* -c=shell --command=shell", "either <shell"},
        {"doppler *", secrets, "-* --*", "text*"},
        {"aws-vault|aws-okta|saml2aws|chamber|teller|secrethub|berglas", secrets, "-* --*", "subcommand"},
        {"aws-vault exec|run", secrets, "-* --*", "text* program <shell"},
        {"aws-vault *", secrets, "-* --*", "text*"},
        {"claude|codex|gemini|aider|goose-ai|cursor-agent|opencode|crush|amp|qwen|copilot-cli|droid|auggie|q",
         evaluates | sends, "-* --*", "text*"},
        {"terraform|tofu", reads, "-chdir=elsewhere", "subcommand", option_style::words},
        {"terraform show|output|validate|version|graph|providers|fmt|get|metadata|test|plan|refresh|init|"
         "console",
         runs | fetches,
         "-* -out=write -state-out=write -generate-config-out=write -plugin-dir=load -from-module=load",
         "text*", option_style::words},
        {"terraform state|workspace", reads, {}, "subcommand", option_style::words},
        {"terraform state list|show|pull", fetches, "-*", "text*", option_style::words},
        {"terraform state mv|rm|push|replace-provider|new|select|delete", destroys, "-*", "text*",
         option_style::words},
        {"terraform apply|destroy|import|taint|untaint|force-unlock|login|logout", destroys | sends, "-*",
         "text*", option_style::words},
    };
    return rows;
}

}  // namespace assent::programs
