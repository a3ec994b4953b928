#include "families.hpp"

namespace assent::programs {

// Options: aws 2.15, az 2.60, gcloud 470, Ansible 2.14, Terraform 1.8; of others those that people use.
// clang-format off
std::span<const program_row> cloud() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"salt|salt-call|salt-ssh", sends | runs, "-b=text -t=text -G -E -L -C -N -l=text --out=text -c=load --config-dir=load", "text* text shells"},
        {"ansible|ansible-playbook|ansible-galaxy|ansible-vault|ansible-console|ansible-pull|puppet|chef", sends | runs,
         "--version!looks -bkKvoCD -i=load --inventory=load -m=text --module-name=text -M=load --module-path=load -a=shell --args=shell "
         "-e=code --extra-vars=code -l=text --limit=text -t=text --tags=text --skip-tags=text -u=text --user=text --become!rights --become-user=text!rights "
         "-f=text --forks=text -c=text --connection=text --check --diff --syntax-check --list-hosts --list-tasks --list-tags --start-at-task=text "
         "--private-key=read --ask-vault-pass -r=load --role-file=load -p=write --roles-path=write --force -T=text "
         "--timeout=text --ssh-common-args=code --ssh-extra-args=code --flush-cache --step",
         "text* <commands"},
        // Inventories and plug-ins are programs of the project, and so are rules of ansible-lint.
        {"ansible-doc|ansible-inventory|ansible-config", runs,
         "--version!looks -jlFsv --list --graph --host=text --json --list_files --metadata-dump --vars --yaml --toml --export --only-changed -t=text "
         "--type=text "
         "-f=text --format=text -c=load --config=load -i=load --inventory=load -M=load --module-path=load --playbook-dir=elsewhere --output=write "
         "--limit=text",
         "text* <data"},
        {"ansible-lint", runs,
         "--version!looks -LTPqvps --list-rules --list-tags --offline --nocolor --force-color --strict --profile=text -f=text --format=text -t=text "
         "--tags=text -x=text --skip-list=text --warn-list=text --enable-list=text --exclude=text -c=load --config-file=load -i=read --ignore-file=read "
         "-r=load --rules-dir=load -R --fix[=text]!writes --write[=text]!writes --sarif-file=write --project-dir=elsewhere",
         "read* <data"},
        // Its verbs are many; those that only read begin alike. Options are the parameters of those that read, of the services that people
        // use, which three verbs or more have.
        {"aws", fetches,
         "--version!looks --profile=text!outside --region=text!outside --output=text --query=text --no-cli-pager --no-cli-auto-prompt "
         "--endpoint-url=address!outside --no-sign-request --no-verify-ssl!outside --no-paginate --page-size=text --starting-token=text --max-items=text --color=text "
         "--cli-read-timeout=text --cli-connect-timeout=text --cli-binary-format=text --cli-input-json=parameter --cli-input-yaml=parameter "
         "--ca-bundle=read!outside --debug!outside --generate-cli-skeleton[=text]",
         "subcommand*"},
        {"aws help", looks, {}, {}},
        {"aws s3", sends, {}, "subcommand*"},
        // A bucket may be anybody's, and its owner sees what is asked for.
        {"aws s3 ls", fetches, "--recursive --human-readable --summarize --request-payer[=text] --bucket-name-prefix=text", "address none!served <data"},
        {"aws s3 cp|sync|mv", sends | writes,
         "--recursive!recurses --dryrun --quiet --include=text --exclude=text --acl=text!rights --delete!destroys --size-only --exact-timestamps --no-progress "
         "--only-show-errors --follow-symlinks!follows --no-follow-symlinks --sse[=text] --sse-kms-key-id=text --storage-class=text --content-type=text "
         "--cache-control=text --content-encoding=text --content-disposition=text --metadata=text --metadata-directive=text --source-region=text "
         "--expires=text --expected-size=text",
         "read write <sends"},
        {"aws s3 mb|website", sends, "--index-document=text --error-document=text", "text <data"},
        {"aws s3 presign", secrets, "--expires-in=text", "text <data"},
        {"aws s3 rm|rb", destroys, "--recursive --force --dryrun --quiet --include=text --exclude=text --only-show-errors", "text <data"},
        {"aws configure", reads, {}, "subcommand*"},
        {"aws configure list|list-profiles", reads, {}, "<data"},
        {"aws configure get|export-credentials", secrets, "--format=text", "text <data"},
        {"aws configure set|import|sso|sso-session|add-model", writes, "--csv=read --service-model=read --service-name=text", "text!loads* <data"},
        {"aws sso", sends, {}, "subcommand*"},
        {"aws sso login|logout", sends, "--sso-session=text --no-browser --use-device-code", "<data"},
        {"aws ecs|ec2|iam|lambda|rds|eks|ecr|ecr-public|efs|logs|cloudformation|cloudwatch|cloudtrail|dynamodb|sqs|sns|sts|route53|route53domains|"
         "route53resolver|secretsmanager|ssm|kms|s3api|s3control|elbv2|elb|autoscaling|application-autoscaling|apigateway|apigatewayv2|events|scheduler|"
         "stepfunctions|glue|athena|redshift|redshift-data|redshift-serverless|elasticache|memorydb|acm|acm-pca|cloudfront|codebuild|codecommit|"
         "codedeploy|codepipeline|codeartifact|organizations|account|ce|budgets|cur|pricing|bedrock|bedrock-agent|bedrock-runtime|sagemaker|batch|kinesis|"
         "firehose|kinesisanalyticsv2|opensearch|es|waf|wafv2|shield|cognito-idp|cognito-identity|amplify|apprunner|appconfig|appsync|backup|"
         "cloud9|cloudcontrol|comprehend|compute-optimizer|config|configservice|connect|datasync|dax|detective|directconnect|dlm|dms|docdb|ds|"
         "elasticbeanstalk|emr|emr-containers|emr-serverless|fis|fsx|globalaccelerator|grafana|guardduty|health|identitystore|imagebuilder|inspector2|iot|"
         "kafka|kafkaconnect|keyspaces|lakeformation|license-manager|lightsail|location|macie2|mediaconvert|medialive|mq|mwaa|neptune|network-firewall|"
         "networkmanager|opensearchserverless|outposts|pinpoint|pipes|polly|quicksight|ram|rekognition|resource-explorer-2|resource-groups|"
         "resourcegroupstaggingapi|rolesanywhere|savingsplans|schemas|securityhub|servicecatalog|servicediscovery|service-quotas|ses|sesv2|sso-admin|"
         "storagegateway|support|swf|synthetics|timestream-query|transcribe|transfer|translate|trustedadvisor|vpc-lattice|workspaces|xray|accessanalyzer",
         sends,
         "--action-names=parameter* --activity-ids=parameter* --alarm-types=parameter* --all-regions --no-all-regions --by-provider=parameter "
         "--certificate-statuses=parameter* --clusters=parameter* --consistent-read --no-consistent-read --container-instance=parameter --descending "
         "--no-descending --desired-status=parameter --environment-names=parameter* --exclusive-start-key=parameter --execution-status=parameter "
         "--expression-attribute-names=parameter --expression-attribute-values=parameter --extended-statistics=parameter* --family=parameter "
         "--fetch-owner --no-fetch-owner --filter-expression=parameter --filter-pattern=parameter --group-ids=parameter* --history-item-type=parameter "
         "--ids=parameter* --include-all-instances --no-include-all-instances --include-deleted-groups --no-include-deleted-groups "
         "--index-name=parameter --interleaved --internet-gateway-ids=parameter* --job-status=parameter --jobs=parameter* "
         "--key-condition-expression=parameter --key-conditions=parameter --key-names=parameter* --key-pair-ids=parameter* --keys=parameter* --latest "
         "--no-latest --launch-template-id=parameter --launch-template-name=parameter --launch-template-names=parameter* --launch-type=parameter "
         "--log-file-name=parameter --log-stream-name=parameter --log-stream-name-prefix=parameter --log-stream-names=parameter* "
         "--lookup-attributes=parameter* --metric-data-queries=parameter* --nat-gateway-ids=parameter* --network-acl-ids=parameter* "
         "--network-interface-ids=parameter* --number-of-lines=parameter --only-attached --no-only-attached --owner-ids=parameter* "
         "--policy-input-list=parameter* --policy-source-arn=parameter --product-descriptions=parameter* --projection-expression=parameter "
         "--queue-name=parameter --queue-name-prefix=parameter --queue-owner-aws-account-id=parameter --region-names=parameter* "
         "--registry-ids=parameter* --resource-arns=parameter* --resource-type-filters=parameter* --return-consumed-capacity=parameter "
         "--route-table-ids=parameter* --rule=parameter --scan-filter=parameter --scan-index-forward --no-scan-index-forward "
         "--security-group-rule-ids=parameter* --segment=parameter --select=parameter --service-name=parameter --service-names=parameter* "
         "--show-cache-node-info --no-show-cache-node-info --stack-drift-detection-id=parameter --stack-resource-drift-status-filters=parameter* "
         "--stack-status-filter=parameter* --start-after=parameter --start-from-head --no-start-from-head --start-record-identifier=parameter "
         "--start-record-name=parameter --start-record-type=parameter --started-by=parameter --state-value=parameter --status-filter=parameter "
         "--subnet-ids=parameter* --tag-filters=parameter* --tag-status=parameter --target-group-arn=parameter --template-body=parameter "
         "--template-stage=parameter --template-url=parameter --total-segments=parameter --transit-gateway-ids=parameter* --versions=parameter* "
         "--vpc-peering-connection-ids=parameter* --zone-ids=parameter* --zone-names=parameter* "
         "--access-key-id=parameter --access-token=parameter --account-id=parameter --account-identifiers=parameter* --account-ids=parameter* "
         "--action-type=parameter --addon-name=parameter --aggregation-period=parameter --aggregators=parameter* --alarm-name=parameter "
         "--alarm-name-prefix=parameter --alarm-names=parameter* --alias=parameter --alias-name=parameter --allocation-ids=parameter* --analysis-id=parameter "
         "--api-id=parameter --app-id=parameter --application-arn=parameter --application-id=parameter --arn=parameter --association-id=parameter "
         "--association-ids=parameter* --attribute=parameter --attribute-name=parameter --attribute-names=parameter* --attributes-to-get=parameter* "
         "--audit-context=parameter --auto-ml-job-name=parameter --auto-scaling-group-name=parameter --auto-scaling-group-names=parameter* "
         "--aws-account-id=parameter --backup-plan-id=parameter --backup-vault-account-id=parameter --backup-vault-name=parameter "
         "--billing-view-arn=parameter --branch-name=parameter --broker-id=parameter --bucket=parameter --build-workflow-id=parameter "
         "--by-account-id=parameter --by-complete-after=parameter --by-complete-before=parameter --by-created-after=parameter --by-created-before=parameter "
         "--by-parent-job-id=parameter --by-resource-arn=parameter --by-resource-type=parameter --by-state=parameter --by-status=parameter "
         "--cache-cluster-id=parameter --calculation-execution-id=parameter --call-as=parameter --capability-name=parameter "
         "--capacity-reservation-id=parameter --capacity-reservation-ids=parameter* --catalog-id=parameter --catalog-name=parameter "
         "--certificate-arn=parameter --change-set-name=parameter --client-id=parameter --client-vpn-endpoint-id=parameter --cluster=parameter "
         "--cluster-arn=parameter --cluster-id=parameter --cluster-identifier=parameter --cluster-name=parameter --command-id=parameter "
         "--commit-specifier=parameter --compliance-types=parameter* --config-rule-name=parameter --config-rule-names=parameter* "
         "--configuration-aggregator-name=parameter --configuration-id=parameter --conflict-detail-level=parameter --conflict-resolution-strategy=parameter "
         "--conformance-pack-names=parameter* --connection-name=parameter --container-instances=parameter* --continuation-token=parameter "
         "--created-after=parameter --created-before=parameter --creation-time-after=parameter --creation-time-before=parameter "
         "--custom-domain-name=parameter --dashboard-id=parameter --data-set-id=parameter --data-store-api-version=parameter --data-type=parameter* "
         "--database-name=parameter --db-cluster-identifier=parameter --db-cluster-parameter-group-name=parameter --db-cluster-snapshot-identifier=parameter "
         "--db-instance-class=parameter --db-instance-identifier=parameter --db-parameter-group-family=parameter --db-parameter-group-name=parameter "
         "--db-proxy-name=parameter --db-snapshot-identifier=parameter --db-subnet-group-name=parameter --dbi-resource-id=parameter --default-only "
         "--no-default-only --delimiter=parameter --deployment-id=parameter --destination-commit-specifier=parameter --detector-id=parameter "
         "--device-fleet-name=parameter --dimensions=parameter* --distribution-id=parameter --document-version=parameter --domain=parameter "
         "--domain-id=parameter --domain-id-equals=parameter --domain-name=parameter --domain-name-id=parameter --dry-run --no-dry-run "
         "--durable-execution-arn=parameter --duration=parameter --duration-seconds=parameter --embed=parameter* --encoding-type=parameter "
         "--end-time=parameter --endpoint-arn=parameter --endpoint-name=parameter --engine=parameter --engine-name=parameter --engine-type=parameter "
         "--engine-version=parameter --event-bus-name=parameter --event-categories=parameter* --event-data-store=parameter --event-source-arn=parameter "
         "--execution-arn=parameter --execution-role-arn=parameter --expected-bucket-owner=parameter --experiment-name=parameter --expression=parameter "
         "--family-prefix=parameter --fargate-profile-name=parameter --file-path=parameter --file-system-id=parameter --filter=parameter* "
         "--filter-criteria=parameter --filters=parameter* --folder-id=parameter --function-name=parameter --granularity=parameter --group-arn=parameter "
         "--group-by=parameter* --group-by-key=parameter --group-name=parameter --group-names=parameter* --health-check-id=parameter "
         "--hosted-zone-id=parameter --http-method=parameter --hub-content-type=parameter --hub-name=parameter --id=parameter --identifier=parameter "
         "--identity-id=parameter --identity-type=parameter --image-id=parameter --image-ids=parameter* --image-name=parameter --import-id=parameter "
         "--include=parameter* --include-all --no-include-all --include-graph --no-include-graph --include-linked-accounts --no-include-linked-accounts "
         "--include-managed-resources --no-include-managed-resources --include-public --no-include-public --include-shared --no-include-shared "
         "--included-data=parameter --insight-id=parameter --instance-arn=parameter --instance-id=parameter --instance-ids=parameter* "
         "--instance-profile-name=parameter --instance-type=parameter --instance-types=parameter* --integration-arn=parameter --integration-id=parameter "
         "--ipam-pool-id=parameter --ipam-prefix-list-resolver-id=parameter --ipam-resource-discovery-id=parameter --job-definition-name=parameter "
         "--job-id=parameter --job-identifier=parameter --job-name=parameter --job-queue=parameter --key=parameter --key-id=parameter "
         "--last-modified-time-after=parameter --last-modified-time-before=parameter --launch-template-ids=parameter* --layer-name=parameter "
         "--limit=parameter --listener-arn=parameter --listener-arns=parameter* --load-balancer-arn=parameter --load-balancer-arns=parameter* "
         "--load-balancer-name=parameter --locale=parameter --log-group-class=parameter --log-group-identifier=parameter --log-group-identifiers=parameter* "
         "--log-group-name=parameter --log-group-name-pattern=parameter --log-group-name-prefix=parameter --logical-resource-id=parameter "
         "--major-engine-version=parameter --marker=parameter --max-items=parameter --max-keys=parameter --max-records=parameter --max-results=parameter "
         "--metric-name=parameter --metrics=parameter* --migration-project-identifier=parameter --model-card-name=parameter --model-id=parameter "
         "--model-identifier=parameter --model-name=parameter --model-package-group-name=parameter --monitoring-schedule-name=parameter --name=parameter "
         "--name-contains=parameter --name-prefix=parameter --name-query=parameter --names=parameter* --namespace=parameter --next-marker=parameter "
         "--next-page-token=parameter --next-token=parameter --nodegroup-name=parameter --offering-type=parameter --operating-system=parameter "
         "--operation-id=parameter --optional-object-attributes=parameter* --order-by=parameter --owner-account=parameter --owners=parameter* "
         "--page-size=parameter --pagination-token=parameter --parameter-filters=parameter* --parent-id=parameter --partition-values=parameter* "
         "--patch-group=parameter --path=parameter --path-prefix=parameter --period=parameter --permission-set-arn=parameter "
         "--pipeline-execution-arn=parameter --pipeline-name=parameter --policy-arn=parameter --policy-name=parameter --policy-names=parameter* "
         "--policy-type=parameter --pool-ids=parameter* --portal-product-id=parameter --position=parameter --prefix=parameter --principal-arn=parameter "
         "--principal-id=parameter --principal-type=parameter --product-description=parameter --profile-id=parameter --project-name=parameter "
         "--public-ips=parameter* --publisher-id=parameter --pull-request-id=parameter --qualifier=parameter --query-as-of-time=parameter "
         "--query-execution-id=parameter --query-id=parameter --query-session-context=parameter --queue-url=parameter --recovery-point-arn=parameter "
         "--recursive --no-recursive --region-name=parameter --registry-id=parameter --replication-group-id=parameter --replication-instance-arn=parameter "
         "--replication-task-arn=parameter --report-ids=parameter* --repository-name=parameter --repository-names=parameter* --request-origin=parameter "
         "--request-payer=parameter --reserved-node-id=parameter --resource=parameter --resource-arn=parameter --resource-id=parameter "
         "--resource-identifier=parameter --resource-ids=parameter* --resource-name=parameter --resource-owner=parameter "
         "--resource-owner-account-id=parameter --resource-scan-id=parameter --resource-type=parameter --resource-types=parameter* --rest-api-id=parameter "
         "--restore-testing-plan-name=parameter --reverse-order --no-reverse-order --role=parameter --role-name=parameter --route-id=parameter "
         "--route-server-id=parameter --run-id=parameter --scalable-dimension=parameter --schema-id=parameter --scope=parameter --scopes=parameter "
         "--search-string=parameter --secret-id=parameter --selection-rules=parameter --serial-number=parameter --service=parameter --service-arn=parameter "
         "--service-code=parameter --service-id=parameter --service-namespace=parameter --service-principal=parameter --services=parameter* "
         "--session-id=parameter --shard-id=parameter --snapshot-identifier=parameter --snapshot-ids=parameter* --snapshot-type=parameter --sort=parameter "
         "--sort-by=parameter* --sort-criteria=parameter* --sort-order=parameter --source=parameter --source-arn=parameter "
         "--source-commit-specifier=parameter --source-identifier=parameter --source-type=parameter --source-uri=parameter --sse-customer-algorithm=parameter "
         "--sse-customer-key=parameter --sse-customer-key-md5=parameter --stack-instance-account=parameter --stack-instance-region=parameter "
         "--stack-name=parameter --stack-set-name=parameter --stage=parameter --stage-name=parameter --start-time=parameter --state=parameter "
         "--state-machine-arn=parameter --statistic-id=parameter --statistics=parameter* --status=parameter* --status-code=parameter "
         "--status-equals=parameter --statuses=parameter* --stream-arn=parameter --stream-id=parameter --stream-name=parameter --studio-id=parameter "
         "--subscription-arn=parameter --subscription-name=parameter --supported-permission-types=parameter* --sync-name=parameter --table-name=parameter "
         "--tag-keys=parameter* --tag-values=parameter* --tags=parameter* --target-arn=parameter --target-group-arns=parameter* --target-id=parameter "
         "--targets=parameter* --task-definition=parameter --task-id=parameter --tasks=parameter* --template-id=parameter --theme-id=parameter "
         "--time-period=parameter --topic-arn=parameter --topic-id=parameter --traffic-policy-instance-name-marker=parameter "
         "--traffic-policy-instance-type-marker=parameter --trail-name=parameter --transaction-id=parameter --transform-id=parameter "
         "--transit-gateway-attachment-ids=parameter* --transit-gateway-route-table-id=parameter --trust-store-arn=parameter --type=parameter "
         "--type-name=parameter --unit=parameter --unmask --no-unmask --usage-plan-id=parameter --user-name=parameter --user-pool-id=parameter "
         "--vendor-name=parameter --version-id=parameter --version-name=parameter --version-number=parameter --volume-ids=parameter* "
         "--vpc-endpoint-ids=parameter* --vpc-id=parameter --vpc-ids=parameter* --vpn-connection-id=parameter --web-acl-arn=parameter "
         "--window-execution-id=parameter --window-id=parameter --with-decryption --no-with-decryption --work-group=parameter",
         "subcommand*"},
        {"aws ecs execute-command", sends, "--command=shell --interactive", "<sends"},
        {"aws ecs decode-authorization-message", fetches, "--encoded-message=parameter", "<data"},
        {"aws ecs wait", fetches, {}, "text <data"},
        {"aws ecs delete-*|terminate-*|purge-*|deregister-*|destroy-*|batch-delete-*|bulk-delete-*|admin-delete-*|force-delete-*|schedule-key-deletion",
         destroys, {}, "text* <data"},
        // Secrets, or what opens something to whoever has it; functions and tasks tell their environment.
        {"aws ecs get-parameter|get-parameters|get-parameters-by-path|get-parameter-history|get-function|get-function-configuration|"
         "list-functions|describe-task-definition|get-data-access|get-instance-access|get-instance-access-details|get-download-url-for-layer|"
         "get-api-key|get-api-keys|get-key-pair|get-key-pairs|get-stream-key|get-*secret-value|get-token|get-*-token|get-*-token-*|get-tokens-*|"
         "get-*credential*|"
         "get-*password*|get-*presigned*|get-*embed-url*|get-*login*|get-*oauth2*|assume-role*|decrypt|generate-*",
         secrets, "--with-decryption --no-with-decryption --include-environment", "text* <data"},
        // Their last word is a file that they write.
        {"aws ecs get-object|get-object-torrent|get-export|get-sdk|get-job-output|get-configuration|get-latest-configuration|get-snapshot-block|"
         "get-thing-shadow|get-profile|get-media|get-clip|get-map-*|get-package-version-asset|get-work-unit-results|get-code-binding-source|"
         "get-introspection-schema|get-hosted-configuration-version|get-read-set|get-reference|get-connection-function",
         fetches | writes, {}, "write <data"},
        {"aws ecs get-caller-identity", fetches | served, {}, "<data"},
        {"aws ecs get-account-password-policy|describe-*|list-*|get-*|batch-get-*|search-*|lookup-*|filter-log-events|head-bucket|head-object|scan|query|"
         "simulate-custom-policy|simulate-principal-policy|validate-template|download-db-log-file-portion|help", fetches,
         {}, "<data"},
        {"aws ecs tail", fetches, "--follow --since=text --format=text --filter-pattern=text --log-stream-names=text*", "text <data"},
        {"aws ecs *", sends, {}, "text* <sends"},
        // Groups of az, three levels of them, and verbs that only read. A value `@FILE` is what that file has.
        {"az", fetches,
         "--version!looks -g=layout --resource-group=layout -n=layout --name=layout -o=layout --output=layout --query=layout "
         "--subscription=layout -l=layout --location=layout "
         "--ids=layout* "
         "--only-show-errors --debug --verbose --account-name=layout --vault-name=layout --server=layout --server-name=layout --database-name=layout "
         "--namespace-name=layout --container-name=layout --cluster-name=layout --registry=layout --workspace-name=layout --vnet-name=layout --nsg-name=layout "
         "--lb-name=layout --app-name=layout --topic-name=layout --queue-name=layout --eventhub-name=layout --zone-name=layout --record-set-name=layout "
         "--plan=layout "
         "--slot=layout --resource-type=layout --tag=layout --scope=layout --assignee=layout --role=layout --include-inherited --include-groups --all -d "
         "--show-details "
         "--org=layout --organization=layout --detect=layout -p=layout --project=layout --repository=layout --id=layout --path=layout --wiki=layout "
         "--top=layout --skip=layout "
         "--status=layout --result=layout --branch=layout --build-ids=layout* --definition-ids=layout* --pipeline-ids=layout* --pipeline-id=layout "
         "--max-events=layout "
         "--offset=layout --start-time=layout --end-time=layout --resource=layout --resource-id=layout --metric=layout --metrics=layout* --interval=layout "
         "--aggregation=layout* --filter=layout --namespace=layout --sku=layout --size=layout --publisher=layout --offer=layout --architecture=layout --zone "
         "--expand=layout --display-name=layout --upn=layout --app-id=layout --object-id=layout --show-mine --spn=layout --deployment=layout --revision=layout "
         "--prefix=layout --num-results=layout --marker=layout --blob-name=layout --share-name=layout --table-name=layout --container=layout "
         "--auth-mode=layout --tail=layout "
         "--follow --include=layout --kubernetes-version=layout --nodepool-name=layout --maxresults=layout --orderby=layout --detail --detailed --repo=layout "
         "-s=layout -z=layout -w=layout --workspace=layout --nsg=layout --type=layout --analytics-query=layout --timespan=layout --include-public",
         "subcommand*"},
        {"az version", looks, {}, {}},
        {"az account|acr|ad|advisor|afd|aks|ams|apim|appconfig|appservice|artifacts|backup|batch|billing|boards|bot|cdn|cloud|cognitiveservices|consumption|"
         "container|containerapp|cosmosdb|datafactory|deployment|devops|disk|dns|eventgrid|eventhubs|extension|feature|functionapp|graph|group|hdinsight|"
         "identity|image|iot|keyvault|kusto|lock|logicapp|managedapp|maps|mariadb|ml|monitor|mysql|netappfiles|network|pipelines|policy|postgres|ppg|"
         "private-link|provider|redis|relay|repos|reservations|resource|role|search|security|servicebus|sf|sig|signalr|snapshot|spring|sql|staticwebapp|"
         "storage|synapse|tag|ts|vm|vmss|webapp|webpubsub",
         sends, {}, "subcommand*"},
        {"az account *key*|*secret*|*credential*|*connection-string*|*token*|*publishing*|*password*|generate-*",
         secrets | sends, {}, "text* <data"},
        {"az account list|show|list-*|show-usage|show-details|get-upgrades|get-versions|get-instance-view|get-access-packages|check-name|check-health|exists|"
         "summarize",
         fetches, {}, "<data"},
        {"az account delete|purge|delete-*", destroys | sends, "-y --force --force-deletion-types=layout --no-wait --yes", "text* <data"},
        {"az account logs", fetches, "--format=layout", "text <data"},
        {"az account acl|account|activity-log|addon|address-pool|agent|alert|application-gateway|application-insights|area|app|asg|assignment|autoscale|"
         "backend-pool|blob|"
         "build|cluster|collection|connection|connection-monitor|container|db|definition|deployment|diagnostic-settings|disk|dns|domain|elastic-pool|endpoint|"
         "env|event|event-subscription|eventhub|express-route|extension|firewall|firewall-rule|flexible-server|front-door|function|gateway|group|hub|image|item|"
         "iteration|job|keyspace|lb|local-gateway|log|log-analytics|log-profiles|management-group|metrics|namespace|nat|nic|node|nodepool|nsg|operation|"
         "permission|plan|policy|pool|pr|private-dns|private-endpoint|project|provider|public-ip|query|queue|record-set|replica|repository|revision|"
         "route-table|"
         "rule|runs|scheduled-query|security|server|service|service-endpoint|share|signed-in-user|sku|slot|sp|sql|state|subnet|subscription|table|task|"
         "team|topic|traffic-manager|"
         "user|version|vnet|vnet-gateway|vpn-connection|watcher|wiki|work-item|workspace",
         sends, {}, "subcommand*"},
        {"az account acl *key*|*secret*|*credential*|*connection-string*|*token*|*publishing*|*password*|generate-*",
         secrets | sends, {}, "text* <data"},
        {"az account acl delete|purge|delete-*", destroys | sends, "-t=layout -y --force --image=layout --no-wait --source=layout --yes", "text* <data"},
        {"az account acl list|show|list-*|show-usage|show-manifests|show-tags|get-*|exists|logs|query|summarize|tail", fetches, "--top=layout", "<data"},
        {"az account acl a|aaaa|access-policy|address-pool|backend-pool|cname|container|database|frontend-ip|group|http-listener|inbound-nat-rule|link|mx|ns|"
         "page|peering|ptr|probe|route|rule|soa|srv|subnet|subscription|table|txt|vnet|workspace|zone|record-set",
         sends, {}, "subcommand*"},
        {"az account acl a *key*|*secret*|*credential*|*connection-string*|*token*|*publishing*|*password*|generate-*",
         secrets | sends, {}, "text* <data"},
        {"az account acl a delete|purge|delete-*", destroys | sends, "-y --force --no-wait --yes", "text* <data"},
        {"az account acl a list|show|list-*|exists", fetches, {}, "<data"},
        {"az account acl a *", sends, {}, "text* <data"},
        {"az account acl *", sends, {}, "text* <data"},
        {"az account *", sends, "--command-id=text --scripts=shell --exec-command=shell --command=shell", "text* <data"},
        {"az *", sends | runs, "--scripts=shell", "text* <data"},
        // Groups of gcloud, three levels of them, and verbs that only read.
        {"gcloud", fetches,
         "--version!looks -v!looks -q --quiet --project=text --account=text --format=text --filter=text --limit=text "
         "--page-size=text --sort-by=text --uri "
         "--verbosity=text --region=text --zone=text --zones=text --regions=text --location=text --billing-project=text --log-http --flatten=text "
         "--impersonate-service-account=text!rights --configuration=text --cluster=text --instance=text --database=text --organization=text --folder=text "
         "--service=text --platform=text --global --show-deprecated --secret=text --keyring=text --repository=text --all --recursive -r -l -L --long "
         "--flags-file=load --access-token-file=read",
         "subcommand*"},
        {"gcloud alpha|beta", sends, {}, "subcommand*"},
        {"gcloud info|version|help", fetches, "--run-diagnostics --anonymize", "text* <data"},
        {"gcloud auth", secrets, {}, "subcommand*"},
        {"gcloud auth print-access-token|print-identity-token|print-refresh-token", secrets, "--audiences=text", "text* <data"},
        {"gcloud auth list", fetches, "--filter-account=text", "<data"},
        {"gcloud auth application-default", secrets, {}, "subcommand*"},
        {"gcloud auth login|activate-service-account|revoke|configure-docker", sends, "--key-file=read --no-launch-browser --cred-file=read", "text* <data"},
        {"gcloud components", sends, {}, "subcommand*"},
        {"gcloud components list", fetches, "--only-local-state --show-versions", "<data"},
        {"gcloud components *", installs | runs, {}, "text* <data"},
        {"gcloud config", reads, {}, "subcommand*"},
        {"gcloud config list|get-value|get", reads, {}, "text* <data"},
        {"gcloud config configurations", reads, {}, "subcommand*"},
        {"gcloud config configurations list|describe", reads, {}, "text* <data"},
        {"gcloud config set|unset", writes, {}, "text* <data"},
        {"gcloud compute", sends, {}, "subcommand*"},
        {"gcloud compute ssh", sends, "--command=shell --ssh-flag=code --tunnel-through-iap --ssh-key-file=read", "text shells <shell"},
        {"gcloud compute scp", sends | writes, "--recurse --tunnel-through-iap --scp-flag=code", "read* write <data"},
        {"gcloud compute instances|zones|regions|networks|disks|snapshots|images|machine-types|addresses|firewall-rules|forwarding-rules|backend-services|"
         "instance-groups|instance-templates|routers|routes|ssl-certificates|target-pools|url-maps|vpn-tunnels|health-checks|project-info|accelerator-types|"
         "disk-types|operations|security-policies|target-http-proxies|target-https-proxies|reservations|commitments",
         sends, {}, "subcommand*"},
        {"gcloud compute instances list|describe|get-serial-port-output|get-iam-policy|get-health|list-*|get-status", fetches, "--start=text --port=text",
         "text* <data"},
        {"gcloud compute instances managed|unmanaged|subnets|peerings", sends, {}, "subcommand*"},
        {"gcloud compute instances managed list|describe|list-*|get-*", fetches, {}, "text* <data"},
        {"gcloud compute instances managed delete", destroys | sends, "--async --force", "text* <data"},
        {"gcloud compute instances managed *", sends, {}, "text* <data"},
        {"gcloud compute instances delete", destroys | sends, "--async --delete-disks=text --force --keep-disks=text", "text* <data"},
        {"gcloud compute instances *", sends, {}, "text* <data"},
        {"gcloud compute *", sends | runs, {}, "text* <data"},
        {"gcloud projects|run|sql|container|functions|pubsub|iam|storage|services|logging|app|builds|artifacts|bigtable|billing|certificate-manager|"
         "composer|dataflow|dataproc|deploy|dns|endpoints|eventarc|filestore|firestore|iap|kms|monitoring|network-connectivity|organizations|redis|"
         "resource-manager|scheduler|secrets|source|spanner|tasks|workflows|ai|ai-platform|asset|recommender|memcache|workstations|"
         "folders|datastore|firebase|healthcare|identity|ids|metastore|notebooks|privateca|policy-intelligence|scc|topic|transfer",
         sends, {}, "subcommand*"},
        {"gcloud projects list|describe|get-iam-policy|get-ancestors|read|ls|cat|du|log|list-*|get-server-config", fetches,
         "--freshness=text --order=text --enabled --available --show-tags --verification-window=text --ongoing --stream --summarize --readable-sizes "
         "--range=text",
         "text* <data"},
        {"gcloud projects accounts|addresses|backups|bindings|brokers|buckets|clusters|connections|databases|deployments|docker|domain-mappings|environments|"
         "executions|feeds|folders|indexes|instances|jobs|keyrings|keys|locations|logs|managed-zones|metrics|models|networks|node-pools|objects|operations|"
         "packages|pipelines|policies|products|queues|record-sets|repositories|revisions|roles|routes|schemas|service-accounts|services|sinks|"
         "snapshots|subscriptions|targets|tcp|topics|triggers|users|versions|workflows|firewall-rules|web|ssl-certificates|tags|releases|"
         "images|groups|endpoints|tiers|flags|runtimes|regions|event-types|channels|dashboards|uptime",
         sends, {}, "subcommand*"},
        {"gcloud projects accounts list|describe|get-iam-policy|list-*|read|tail", fetches,
         "--iam-account=text --show-internal --delivery-pipeline=text --release=text --job=text --include-tags --show-occurrences -s=text --version=text",
         "text* <data"},
        {"gcloud projects accounts access|get-credentials|print-*", secrets, {}, "text* <data"},
        {"gcloud projects accounts tunnels|tags|keys|versions|images|dest-groups|destinations|databases|executions|logs|tasks", sends, {}, "subcommand*"},
        {"gcloud projects accounts tunnels list|describe|read|tail", fetches,
         "--iam-account=text --instance-type=text --include-tags --job=text --execution=text --freshness=text --order=text", "text* <data"},
        {"gcloud projects accounts tunnels access", secrets, {}, "text* <data"},
        {"gcloud projects accounts tunnels delete|destroy", destroys | sends, "--async --force", "text* <data"},
        {"gcloud projects accounts tunnels *", sends, {}, "text* <data"},
        {"gcloud projects accounts delete|destroy", destroys | sends, "--async --force --gen2", "text* <data"},
        {"gcloud projects accounts *", sends, {}, "text* <data"},
        {"gcloud projects delete|rm", destroys, "-a --all-versions --async --force --gen2", "text* <data"},
        {"gcloud projects *", sends, {}, "text* <data"},
        {"gcloud *", sends | runs, {}, "text* <data"},
        {"gsutil", fetches, "-m -q -D -u=text", "subcommand*"},
        {"gsutil ls|du|stat|hash|version", fetches, "-lLbrdapRshcn", "address* <data"},
        {"gsutil lifecycle|cors|label", fetches, {}, "subcommand*"},
        {"gsutil lifecycle get", fetches, {}, "address* <data"},
        {"gsutil lifecycle set", sends, {}, "read address* <sends"},
        {"gsutil lifecycle *", sends, {}, "text* <sends"},
        {"gsutil cat", fetches, "-h -r=text", "address* <data"},
        {"gsutil cp|mv|rsync", sends | writes, "-rRncpPeLzZ -d!destroys -a=text -x=text", "read* write <sends"},
        {"gsutil rm|rb", destroys, "-frRaI", "text* <data"},
        {"gsutil *", sends, {}, "text* <sends"},
        {"doctl|hcloud|linode-cli|scw|oci|ibmcloud|aliyun|openstack", fetches,
         "-o=text --output=text -t=text --access-token=text --context=text --format=text --no-header --region=text --text --json --no-headers --profile=text",
         "subcommand*"},
        {"doctl account|compute|kubernetes|databases|apps|registry|server|servers|image|network|volume|projects|vpcs|balance", sends, {}, "subcommand*"},
        {"doctl account get|list|ls|show|describe|logs", fetches, "-f --deployment=text --follow --tail=text --type=text", "text* <data"},
        {"doctl account droplet|droplets|image|domain|cluster|volume|ssh-key|size|region|certificate|firewall|load-balancer|snapshot|tag", fetches, {},
         "subcommand*"},
        {"doctl account droplet list|ls|get", fetches, {}, "text* <data"},
        {"doctl account droplet delete|destroy|terminate|remove|rm", destroys | sends, "-fy --force --wait --yes", "text* <data"},
        {"doctl account droplet *", sends, {}, "text* <data"},
        {"doctl account delete|destroy|terminate|remove|rm", destroys | sends, "-fy --force --wait --yes", "text* <data"},
        {"doctl account *", sends, {}, "subcommand* <data"},
        {"doctl account * delete|destroy|terminate|remove|rm", destroys | sends, "-fy --force --instance-id=text --preserve-boot-volume=text --wait --yes",
         "text* <data"},
        {"doctl account * *", sends, {}, "text* <data"},
        {"doctl *", sends | runs, {}, "subcommand* <data"},
        {"doctl * delete|destroy|terminate|remove|rm", destroys | sends, "-fy --force --wait --yes", "text* <data"},
        {"doctl * *", sends | runs, {}, "text* <data"},
        // Alone it deploys the folder.
        {"vercel", sends, "-fp --force --prebuilt --prod --public --target=text --version!looks -v!looks -t=text --token=text -S=text --scope=text -d --debug -A=load --local-config=load -Q=load "
         "--global-config=load --cwd=elsewhere --no-color --yes -y", "subcommand*"},
        {"vercel ls|list|inspect|logs|whoami", fetches, "-f -n=text --limit=text -m --meta=text --logs -j --json --next=text --environment=text --prod",
         "text* <data"},
        {"vercel env", sends, {}, "subcommand*"},
        {"vercel env ls|list", fetches, {}, "text* <data"},
        {"vercel env pull", secrets, "--environment=text --git-branch=text", "write <data"},
        {"vercel env rm|remove", destroys | sends, {}, "text* <data"},
        {"vercel env *", sends, {}, "text* <sends"},
        {"vercel domains|dns|certs|teams|project|alias", sends, {}, "subcommand*"},
        {"vercel domains ls|list|inspect", fetches, "-n=text --limit=text", "text* <data"},
        {"vercel domains rm|remove", destroys | sends, {}, "text* <data"},
        {"vercel domains *", sends, {}, "text* <data"},
        {"vercel deploy|redeploy|promote|rollback", sends | runs,
         "-l -b=text -e=text -m=text --archive=text --build-env=text --env=text --logs --meta=text --no-wait --regions=text --skip-domain --timeout=text "
         "--with-cache",
         "text* <data"},
        {"vercel remove|rm", destroys | sends, "-s --safe", "text* <data"},
        {"vercel *", sends | runs, {}, "text* <data"},
        {"netlify|firebase|supabase|wrangler|stripe|railway|heroku|sentry-cli", fetches,
         "--version!looks -v!looks -a=text --app=text -r=text --remote=text --json -j -P=text --project=text --token=text --debug --auth=text "
         "--filter=text "
         "-e=text --env=text -o=text --org=text --non-interactive --team=text -t=text",
         "subcommand*"},
        {"heroku status|ps|regions|logs|tail|whoami|list|ls|addons|apps:info|info|auth:whoami|addons:info|pg:info|"
         "pg:ps|releases:info|version|projects:list|apps:list|functions:list|functions:log|hosting:sites:list|hosting:channel:list|sites:list|help",
         fetches, "-n=text --num=text -s=text --source=text -p=text --ps=text -d=text --dyno=text -x --all -A --spaces --personal -i=text --region=text "
         "--no-tail -m=text -t --tail --force-colors --format=text --status=text --only=text", "text* <data"},
        {"heroku projects|releases|domains", fetches, "-n=text --num=text", "subcommand*"},
        {"heroku projects list|ls|info|propose-version", fetches, "--raw --show-projects", "text* <data"},
        {"heroku projects delete|remove|rm", destroys | sends, "-y --yes", "text* <data"},
        {"heroku projects *", sends, "--auto --commit=text --finalize --url=text --version=text", "text* <data"},
        {"heroku d1|r2|queues|hyperdrive|vectorize|deployments|migration|functions|branches|customers|events|products|prices|subscriptions|invoices|charges",
         sends, {}, "subcommand*"},
        {"heroku d1 list|ls|info|view|retrieve", fetches, "-n=text --name=text --limit=text --starting-after=text --ending-before=text", "text* <data"},
        {"heroku d1 delete|remove|rm", destroys | sends, "-y --force --project-ref=text --skip-confirmation --yes", "text* <data"},
        {"heroku d1 bucket|object", sends, {}, "subcommand*"},
        {"heroku d1 bucket list|info", fetches, {}, "text* <data"},
        {"heroku d1 bucket delete|remove|rm", destroys | sends, "-y --force --local --remote --yes", "text* <data"},
        {"heroku d1 bucket *", sends | runs, {}, "text* <commands"},
        {"heroku d1 *", sends | runs, {}, "text* <commands"},
        {"heroku config|config:get|variables|secrets", secrets, "-s --shell --kv -k", "text* <data"},
        {"heroku run", sends, "--no-tty -s=text --size=text --exit-code -x", "either <shell"},
        {"heroku ssh", sends, "-s=text --service=text", "text* shells <shell"},
        {"heroku destroy|delete|remove|rm|down|*:destroy|*:delete|*:remove|*:reset|*:unset|*:clear|pg:copy|pg:restore|pg:backups:restore",
         destroys | sends | runs,
         "-fy -c=text --all --all-collections --confirm=text --database=text --dry-run --force --instance=text --name=text --recursive --region=text "
         "--shallow --skip-confirmation --yes",
         "text* <commands"},
        {"heroku deploy|publish|up", sends | runs,
         "-bnp -d=read -m=text -s=text --alias=text --build --ci --detach --dir=read --dry-run --environment=text --except=text --force --functions=read "
         "--keep-vars --message=text --minify --name=text --no-build --only=text --open --prod --prod-if-unlocked --service=text --site=text",
         "text* <commands"},
        {"heroku stop", sends | runs, "--all --no-backup!destroys --project-id=text", "text* <commands"},
        {"heroku *", sends | runs, {}, "subcommand* <commands"},
        {"heroku * delete|destroy|remove|rm|reset|drop|unset", destroys | sends | runs,
         "-fy --all --binding=text --confirm=text --db-url=address --force --id=text --last=text --linked --live --local --namespace-id=text --no-seed "
         "--preview --project-ref=text --remote --skip-confirmation --version=text --yes",
         "text* <commands"},
        {"heroku * *", sends | runs, {}, "subcommand* <commands"},
        {"heroku * * delete|destroy|remove|rm", destroys | sends | runs,
         "-fy --binding=text --force --local --namespace-id=text --preview --remote --skip-confirmation --yes", "text* <commands"},
        {"heroku * * *", sends | runs, {}, "text* <commands"},
        {"fly|flyctl", fetches, "--version!looks -a=text --app=text -t=text --access-token=text -j --json --verbose -c=load --config=load -o=text --org=text",
         "subcommand*"},
        {"fly status|logs|list|version|info|releases|history|checks", fetches, "-i=text --instance=text -r=text --region=text --all -n --no-tail -m=text",
         "text* <data"},
        {"fly apps|machine|machines|m|volumes|vol|ips|certs|regions|platform|image|services|orgs|scale|postgres|pg", sends, {}, "subcommand*"},
        {"fly apps list|ls|show|status", fetches, {}, "text* <data"},
        {"fly apps destroy|delete|remove|rm|release|detach", destroys | sends | runs, "-fy --force --yes", "text* <data"},
        {"fly apps *", sends | runs, {}, "text* <data"},
        {"fly ssh", sends, {}, "subcommand"},
        {"fly ssh console", sends, "-a=text --app=text -C=shell --command=shell -r=text --region=text -s --select --pty -u=text --machine=text", "text* "
         "<shell"},
        {"fly ssh *", sends, {}, "text* <commands"},
        {"fly destroy", destroys | sends | runs, "-fy --force --yes", "text* <data"},
        {"fly *", sends | runs, {}, "subcommand* <commands"},
        {"fly * destroy|delete|remove|rm|unset", destroys | sends | runs, "-fy --detach --force --stage --yes", "text* <data"},
        {"fly * *", sends | runs, {}, "text* <commands"},
        {"rclone", fetches, "-vqP --verbose --quiet --progress --config=load --password-command=shell --include=text --exclude=text --max-depth=text "
         "--fast-list --transfers=text --checkers=text -n --dry-run --files-from=list --log-file=write --bwlimit=text", "subcommand*"},
        {"rclone ls|lsd|lsl|lsf|lsjson|size|about|tree|cat|listremotes|version", fetches, "-R --recursive --max-age=text --min-size=text", "read* <data"},
        {"rclone delete|purge|rmdir|rmdirs|cleanup|deletefile|dedupe", destroys, "--by-hash --dedupe-mode=text --leave-root --rmdirs", "text* <data"},
        // What only the second place has is lost.
        {"rclone sync", destroys | sends | writes,
         "-iu --backup-dir=write --create-empty-src-dirs --delete-after --delete-before --delete-during --delete-excluded --interactive --max-delete=text "
         "--track-renames --update",
         "read write <data"},
        {"rclone copy|copyto|move|moveto|check|bisync", sends | writes, "--delete-excluded!deletes --delete-before!deletes --delete-after!deletes "
         "--update -u",
         "read write <data"},
        {"rclone *", sends | runs, {}, "text* <sends"},
        {"pulumi", sends | runs,
         "--version!looks --help!looks -h!looks -C=elsewhere --cwd=elsewhere -e --emoji --color=text --disable-integrity-checking --fully-qualify-stack-names "
         "--logflow --logtostderr --non-interactive --profiling=write --show-secrets!secrets -s=text --stack=text --tracing=address -v=text --verbose=text",
         "subcommand*"},
        {"pulumi version|whoami", fetches, "-jv --json --verbose", "<data"},
        // Secrets are not told in plain text.
        {"pulumi stack", fetches, "-i --show-ids --show-name -u --show-urns", "subcommand*"},
        {"pulumi stack ls|list|history|hist", fetches,
         "-a --all --full-dates -j --json -o=text --organization=text --page=text --page-size=text -p=text --project=text -t=text --tag=text", "<data"},
        {"pulumi stack output", fetches, "-j --json --shell", "text <data"},
        {"pulumi stack export", secrets, "--file=write --version=text", "<data"},
        {"pulumi stack rm|remove", destroys, "-fy --force --preserve-config --yes", "text* <data"},
        {"pulumi stack *", sends | runs, "-h --help", "text* <data"},
        {"pulumi config", fetches, "-j --json", "subcommand*"},
        {"pulumi config get", secrets, "-j --json --path", "text <data"},
        {"pulumi config *", sends | writes, "--path --plaintext --secret", "text* <sends"},
        {"pulumi state", sends | runs, {}, "subcommand*"},
        {"pulumi state delete", destroys | sends | runs, "-y --all --force --target-dependents --yes", "text* <data"},
        {"pulumi state *", sends | runs, "-y --yes", "text* <data"},
        {"pulumi plugin", sends | runs, {}, "subcommand"},
        {"pulumi plugin ls|list", reads, "-j --json", "<data"},
        {"pulumi plugin *", installs | runs, {}, "text* <data"},
        // Programs of the project run.
        {"pulumi preview|pre|about|logs", runs | fetches,
         "-df --debug --diff --expect-no-changes --follow -j --json -m=text --message=text -p=text --parallel=text -r=text --refresh[=text] --resource=text "
         "--save-plan=write --show-config --show-full-output --show-reads --show-replacement-steps --show-sames --since=text --suppress-outputs "
         "--suppress-progress -t=text --target=text --target-dependents --transitive",
         "<data"},
        {"pulumi destroy|down|dn|cancel", destroys | sends | runs, "-fy --skip-preview --yes", "text* <commands"},
        {"pulumi *", sends | runs, "-q --quiet --region=text --profile=text -y --yes --json -p=text", "text* <commands"},
        {"cdk|cdktf", sends | runs,
         "--version!looks -a=shell --app=shell -c=text --context=text --ci --debug -j --json --no-color -o=write --output=write -p=load "
         "--plugin=load --profile=text -q --quiet -r=text --region=text --role-arn=text --strict -v --verbose",
         "subcommand*"},
        {"cdk ls|list|synth|synthesize|doctor", runs | fetches | writes, "-d -e --exclusively -l --long --show-dependencies --validation", "text* <data"},
        {"cdk destroy|gc", destroys | sends | runs, "-fy -e --all --auto-approve --concurrency=text --exclusively --force --progress=text --yes", "text* <commands"},
        {"cdk *", sends | runs, "-y --yes --stage=text -s=text --stack=text", "text* <commands"},
        {"terragrunt", sends | runs,
         "--version!looks -v!looks --terragrunt-non-interactive --terragrunt-log-level=text --non-interactive "
         "--log-level=text --no-color --terragrunt-no-color --terragrunt-config=load --config=load --terragrunt-working-dir=elsewhere --working-dir=elsewhere",
         "subcommand*", option_style::words},
        {"terragrunt plan|validate|show|providers", runs | fetches,
         "-json -no-color -input=text -lock=text -lock-timeout=text -refresh=text -destroy -detailed-exitcode -compact-warnings -parallelism=text -target=text "
         "-var=text -var-file=read -out=write",
         "read* <commands", option_style::words},
        {"terragrunt output", runs | fetches | secrets, "-json -raw -no-color", "text <data", option_style::words},
        {"terragrunt state", sends | runs, {}, "subcommand", option_style::words},
        {"terragrunt state list", runs | fetches, "-id=text", "text* <data", option_style::words},
        {"terragrunt state *", destroys | sends | runs, "-lock=text", "text* <data", option_style::words},
        {"terragrunt apply|destroy|import|taint|untaint|force-unlock", destroys | sends | runs,
         "-auto-approve -json -no-color -input=text -lock=text -refresh=text -parallelism=text -target=text -replace=text -var=text -var-file=read --all "
         "--terragrunt-ignore-external-dependencies --queue-include-external",
         "text* <commands", option_style::words},
        {"terragrunt run-all|run|graph", sends | runs, "--all --graph", "subcommand", option_style::words},
        {"terragrunt run-all apply|destroy", destroys | sends | runs,
         "-auto-approve -json -no-color -input=text -lock=text -refresh=text -parallelism=text -target=text -var=text -var-file=read",
         "text* <commands", option_style::words},
        {"terragrunt run-all *", sends | runs, "-auto-approve -json -no-color -input=text -lock=text -target=text -var=text -var-file=read",
         "text* <commands", option_style::words},
        {"terragrunt *", sends | runs, "-auto-approve -json -no-color -input=text -lock=text -target=text -var=text -var-file=read", "text* <commands",
         option_style::words},
        // Plug-ins of the project run.
        {"packer", sends | runs, {}, "subcommand", option_style::words},
        {"packer validate|inspect|version", runs | fetches,
         "-syntax-only -except=text -only=text -machine-readable -var=text -var-file=read -no-warn-undeclared-var", "read* <data", option_style::words},
        {"packer *", sends | runs, "-force -var=text -var-file=read -except=text -only=text -color=text -parallel-builds=text -on-error=text", "text* <commands",
         option_style::words},
        {"tailscale", sends | runs, "--version!looks --help!looks -help!looks -h!looks --socket=text!outside -socket=text!outside", "subcommand", option_style::words},
        {"tailscale status|ip|version|netcheck|whois", fetches | served,
         "-4 -6 -1 -json --json -active --active -self=text --self=text -peers=text --peers=text -daemon --daemon -format=text --format=text", "text* <data",
         option_style::words},
        {"tailscale *", sends | runs, {}, "text* <commands", option_style::words},
        {"s3cmd|s5cmd|mc|b2|azcopy|restic|sam|serverless|sls|vault-cli|surge|cloudflared|ngrok", sends | runs,
         "-q --quiet -v --verbose --region=text --profile=text -y --yes --json --stage=text -s=text --stack=text -c=load --config=load -p=text "
         "--password-command=shell --scripts=shell --stdin-from-command!evaluates",
         "subcommand* <commands"},
        {"s3cmd del|delete|remove|rm|rb|purge|forget|prune|teardown|delete-bucket|delete-file-version", destroys | sends | runs,
         "-fr -a=text --all --app=text --dry-run --exclude=text --exclude-pattern=text --force --from-to=text --host=text --include=text "
         "--include-pattern=text --incomplete --keep-daily=text --keep-hourly=text --keep-last=text --keep-monthly=text --keep-tag=text --keep-weekly=text "
         "--keep-within=text --keep-yearly=text --newer-than=text --no-prompts --older-than=text --param=text --path=text --prune --recursive "
         "--s3-bucket=text --stack-name=text --tag=text --versions",
         "text* <commands"},
        {"s3cmd *", sends | runs, {}, "subcommand* <commands"},
        {"s3cmd * delete|remove|rm", destroys | sends | runs, "-f --force", "text* <commands"},
        {"s3cmd * *", sends | runs, {}, "text* <commands"},
        {"borg", sends | runs, "-vp --verbose --progress --info --list --remote-path=program --rsh=shell", "subcommand"},
        {"borg with-lock", sends | runs, {}, "text* program"},
        {"borg create", sends | runs,
         "-s --stats --list -x --one-file-system -C=text --compression=text -e=text --exclude=text --exclude-from=read -n --dry-run "
         "--content-from-command!evaluates --paths-from-command!evaluates",
         "text read* <sends"},
        {"borg list|info|diff|check|version", reads, "--short --format=text --json --last=text --first=text -a=text -P=text --prefix=text --rsh=shell",
         "text* <data"},
        {"borg delete|prune|compact|repo-delete|rdelete|recreate", destroys, "--force -a=text --keep-daily=text --keep-weekly=text --keep-monthly=text --list "
         "--stats -n --dry-run", "text* <data"},
        {"borg *", sends | runs, "--rsh=shell", "text* <commands"},
        {"nomad|consul|etcdctl|cf|eb|dokku|kamal|tsh|knife|bolt", sends | runs, "-address=address -region=text -namespace=text -token=text", "subcommand",
         option_style::words},
        {"nomad alloc|app|command", sends | runs, {}, "subcommand"},
        {"nomad alloc exec|run", sends, "-it -i -t -task=text -job", "text* shells <shell", option_style::words},
        {"nomad alloc delete|remove|destroy", destroys | sends | runs, "-f -y --force --yes", "text* <commands", option_style::words},
        {"nomad alloc *", sends | runs, {}, "text* <commands"},
        {"nomad exec|lock|watch|exec-watch|run", sends | runs, "-it -i -t -task=text -n=text -name=text -type=text -key=text -prefix=text",
         "text* program <shell", option_style::words},
        {"nomad ssh", sends, "-t -c=shell --command=shell", "text* shells <shell"},
        {"nomad del|delete|delete-*|destroy|terminate|remove|rm|*:destroy", destroys | sends | runs,
         "-f -r -y -timeout=text --all --force --from-key --ignore-links --nohang_resources --prefix --yes",
         "text* <commands", option_style::words},
        {"nomad stop", sends | runs, "-detach -global -purge!destroys -verbose -yes", "text* <commands", option_style::words},
        {"nomad *", sends | runs, {}, "subcommand", option_style::words},
        {"nomad * delete|del|destroy|remove|rm|purge", destroys | sends | runs,
         "-f -y -all -force -recurse -yes --force --from-key --prefix --yes", "text* <commands", option_style::words},
        {"nomad * stop", sends | runs, "-detach -global -purge!destroys -verbose -yes", "text* <commands", option_style::words},
        {"nomad * *", sends | runs, {}, "text* <commands"},
        // Their secrets are in the environment of the program.
        {"doppler|infisical|dotenvx|foreman|honcho", secrets, "-p=text --project=text -c=text --config=text --env=text -f=read", "subcommand"},
        {"doppler run", secrets, "-p=text --project=text --config=text --env=text -f=read --env-file=read -c=shell --command=shell", "either <shell"},
        {"doppler secrets", secrets, "-c=text -p=text --config=text --json --no-read-env --only-names --project=text --raw", "subcommand*"},
        {"doppler secrets delete|unset", destroys | secrets | sends, "-y --env=text --path=text --silent --type=text --yes", "text* <data"},
        {"doppler secrets *", secrets | sends, "--copy --env=text --format=text --no-file --no-interactive --path=text --plain --silent --visibility=text",
         "text* <sends"},
        {"doppler *", secrets, "-p=text --project=text -c=text --config=text --json", "text* <data"},
        {"aws-vault|aws-okta|saml2aws|chamber|teller|secrethub|berglas", secrets, "--debug --backend=text", "subcommand"},
        {"aws-vault exec|run", secrets, "-d=text --duration=text -n -j -s --region=text --no-session", "text* program <shell"},
        {"aws-vault *", secrets, {}, "text* <data"},
        {"claude|codex|gemini|aider|goose-ai|cursor-agent|opencode|crush|amp|qwen|copilot-cli|droid|auggie|q", evaluates | sends,
         "-p --print -c --continue -r[=text] --resume[=text] --model=text -m=text --output-format=text --verbose", "text* <sends"},
        {"terraform|tofu", reads, "-chdir=elsewhere -v!looks -version!looks --version!looks -h!looks -help!looks --help!looks", "subcommand",
         option_style::words},
        // Providers are programs that the project brings, and all of these but the last ask them; `validate` asks no service.
        {"terraform validate", runs, "-help!looks -json -no-color -no-tests -test-directory=text", "read* <data", option_style::words},
        // They write the state, which may be kept elsewhere; a test makes what it tests, and removes it.
        {"terraform refresh", runs | fetches | sends,
         "-help!looks -json -no-color -input=text -lock=text -lock-timeout=text -compact-warnings -parallelism=text -target=text -var=text "
         "-var-file=read -state=read -state-out=write -backup=write",
         "<commands", option_style::words},
        {"terraform test", runs | fetches | sends | destroys,
         "-help!looks -json -no-color -verbose -filter=text -test-directory=text -var=text -var-file=read -junit-xml=write", "<commands",
         option_style::words},
        {"terraform show|graph|providers|plan|console", runs | fetches,
         "-help!looks -json -no-color -input=text -lock=text -lock-timeout=text -refresh=text -refresh-only -destroy -detailed-exitcode -compact-warnings "
         "-parallelism=text "
         "-target=text -replace=text -var=text -var-file=read -state=read -plan=read -type=text -draw-cycles -no-tests -test-directory=text -filter=text "
         "-verbose -out=write -state-out=write -backup=write -generate-config-out=write",
         "read* <commands", option_style::words},
        {"terraform init|get", runs | fetches | writes,
         "-help!looks -no-color -input=text -lock=text -lock-timeout=text -upgrade -reconfigure -migrate-state!sends!destroys -force-copy!sends!destroys -get=text -backend=text "
         "-lockfile=text -update "
         "-backend-config=load -plugin-dir=load -from-module=load",
         {}, option_style::words},
        {"terraform output", fetches | secrets, "-help!looks -json -raw -no-color -state=read", "text <data", option_style::words},
        {"terraform version", fetches, "-json", {}, option_style::words},
        {"terraform fmt", writes | outside, "-help!looks -list=text -write=text -diff -check!looks -no-color -recursive!recurses", "read* <data", option_style::words},
        {"terraform metadata", reads, "-json", "text* <data", option_style::words},
        {"terraform workspace", fetches, "-help!looks", "subcommand*", option_style::words},
        {"terraform workspace show", looks, {}, {}, option_style::words},
        {"terraform workspace list", fetches, {}, "read* <data", option_style::words},
        {"terraform workspace new|select|delete", destroys, "-state=read -lock=text -lock-timeout=text -force -or-create=text", "text* <data",
         option_style::words},
        {"terraform state", fetches, "-help!looks", "subcommand*", option_style::words},
        {"terraform state list", fetches, "-state=read -id=text", "text* <data", option_style::words},
        // What it holds is told, secrets too.
        {"terraform state show|pull", fetches | secrets, "-state=read", "text* <data", option_style::words},
        {"terraform state mv|rm|push|replace-provider", destroys,
         "-state=read -state-out=write -backup=write -lock=text -dry-run -force -ignore-remote-version -auto-approve", "text* <data",
         option_style::words},
        {"terraform apply|destroy|import|taint|untaint|force-unlock|login|logout", destroys | sends,
         "-help!looks -auto-approve -no-color -input=text -json -lock=text -lock-timeout=text -refresh=text -refresh-only -destroy -compact-warnings "
         "-parallelism=text "
         "-target=text -replace=text -var=text -var-file=read -state=read -state-out=write -backup=write -config=elsewhere -force -allow-missing",
         "text* <commands", option_style::words},
    };
    return rows;
}
// clang-format on

}  // namespace assent::programs
