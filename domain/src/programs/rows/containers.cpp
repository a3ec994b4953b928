#include "families.hpp"

namespace assent::programs {

// Options: docker 28.2.2, Compose 2.36, kubectl 1.32, helm 3.17.
// clang-format off
std::span<const program_row> containers() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        // Its daemon is a service of this machine, or of the one that its settings name. With options that are `outside` it asks
        // another one.
        {"docker|podman|nerdctl|finch", reads,
         "-v!looks --version!looks -D --debug -c=text!outside --context=text!outside -H=address!fetches!outside --host=address!fetches!outside "
         "--config=load -l=text --log-level=text --tls!outside --tlsverify!outside --tlscacert=read!outside --tlscert=read!outside "
         "--tlskey=read!outside -n=text --namespace=text",
         "subcommand"},
        {"docker help", fetches | served, {}, "text* <data"},
        {"docker ps", fetches | served,
         "-alpqs --all --external -f=text --filter=text --format=text -n=text --last=text --latest --no-trunc --noheading --ns --pod --quiet --size "
         "--sort=text -w=text --watch=text",
         "<data"},
        {"docker images", fetches | served,
         "-aqn --all --digests -f=text --filter=text --format=text --history --no-trunc --noheading --quiet --sort=text --tree", "text <data"},
        {"docker logs", fetches | served,
         "-flt --color --details --follow --latest --names --since=text -n=text --tail=text --timestamps --until=text", "text* <data"},
        // The environment of a container is told, too, unless a template shows other members alone.
        {"docker inspect", secrets, "-ls -f=go_template!looks --format=go_template!looks --latest --size -t=text --type=text", "text* <data"},
        {"docker info|version", fetches | served, "-f=text --format=text", "<data"},
        {"docker stats", fetches | served, "-al --all --format=text -i=text --interval=text --latest --no-reset --no-stream --no-trunc", "text* <data"},
        // What it says of the processes is up to options of `ps`, the environment among that.
        {"docker top", secrets, "-aefux -o=text", "text* <data"},
        {"docker port|diff", fetches | served, "-al --all --format=text --latest", "text* <data"},
        {"docker events", fetches | served, "-f=text --filter=text --format=text --no-trunc --since=text --stream[=text] --until=text", "<data"},
        {"docker history", reads, "-Hq --format=text --human[=text] --no-trunc --platform=text --quiet", "text <data"},
        {"docker search", fetches, "-f=text --compatible --filter=text --format=text --limit=text --list-tags --no-trunc", "text <data"},
        {"docker wait", fetches | served, {}, "text* <data"},
        {"docker container|service|pod", reads, {}, "subcommand"},
        {"docker container inspect", secrets, "-s --size --pretty -f=go_template!looks --format=go_template!looks", "text* <data"},
        {"docker container top", secrets, "-aefux -o=text", "text* <data"},
        {"docker container ls|list|ps|stats|port|diff|exists", fetches | served,
         "-alqs --all -f=text --filter=text --format=text -n=text --last=text --latest --no-trunc --quiet --size --no-resolve --no-stream",
         "text* <data"},
        {"docker container logs", fetches | served,
         "-ft --details --follow --since=text -n=text --tail=text --timestamps --until=text --no-resolve --no-task-ids --no-trunc --raw", "text* <data"},
        {"docker container run|exec", runs,
         "-ditPq -e=text --env=text --env-file=read --name=text -p=text --publish=text --rm -u=text --user=text -w=text --workdir=text --detach "
         "--interactive --tty --network=text --entrypoint=program -v=text!rights --volume=text!rights --mount=text!rights --privileged!rights",
         "text program <shell"},
        {"docker container rm|remove|prune|kill", destroys,
         "-flv --force --volumes --link -s=text --signal=text --filter=text", "text* <data"},
        {"docker container commit", writes,
         "-p -a=text --author=text -c=text --change=text -m=text --message=text --pause[=text]", "text* <data"},
        {"docker container create|update|start|stop|restart|pause|unpause|rename|scale|rollback|export|cp|attach|wait", writes | sends,
         "-q --quiet -o=write --output=write --name=text -d=text --replicas=text --image=text --time=text -t=text -s=text --signal=text --attach -a -i "
         "--interactive --detach --force",
         "text* <commands"},
        // A registry is asked.
        {"docker manifest|trust", reads, {}, "subcommand"},
        {"docker manifest inspect|exists", fetches, "-v --insecure --pretty --verbose", "text* <data"},
        {"docker manifest create|annotate|add|push|remove", writes | sends,
         "-ap --all --amend --insecure --purge --arch=text --os=text --os-features=text --os-version=text --variant=text", "text* <data"},
        {"docker manifest rm|revoke", destroys, "-y --yes", "text* <data"},
        {"docker buildx|builder", reads, "-D --builder=text!outside --debug", "subcommand*"},
        {"docker buildx version", looks, {}, "<data"},
        {"docker buildx ls|du", fetches | served, "-v --filter=text --format=text --no-trunc --timeout=text --verbose", "<data"},
        {"docker buildx inspect", fetches, {}, "text <data"},
        {"docker buildx imagetools", reads, {}, "subcommand*"},
        {"docker buildx imagetools inspect", fetches, "--format=text --raw", "text <data"},
        {"docker buildx history", reads, {}, "subcommand*"},
        {"docker buildx history ls|logs", fetches, "--filter=text --format=text --local --no-trunc --progress=text", "text* <data"},
        {"docker buildx rm|remove|prune|stop", destroys, "-af --all --all-inactive --filter=text --force --keep-daemon --keep-state --verbose", "text* <data"},
        {"docker buildx create|use|install", writes | sends,
         "--bootstrap --default --description=text --driver=text --global --name=text --node=text --platform=text", "text* <data"},
        {"docker buildx build|bake", writes | sends | runs,
         "-q -f=read --file=read --label=text --load --name=text --network=text --no-cache -o=write --output=write --platform=text --progress=text "
         "--pull --push --quiet -t=text --tag=text --target=text",
         "text* <data"},
        {"docker volume|network|system|context|node|stack|swarm|plugin|secret|config|machine|scout|"
         "desktop|checkpoint|namespace|image|model|mcp|extension|generate|kube",
         reads, {}, "subcommand"},
        {"docker volume ls|list|ps|df|info|stats|port|diff|events|version|du|services|tasks|exists", fetches | served,
         "-alqsvtn# --all -f=text --filter=text --format=text --last=text --latest --no-trunc --quiet --size --verbose --digests --tree --cluster "
         "--no-resolve --no-stream --noheading --orchestrator=text --since=text --sort=text --until=text --platform=text",
         "text* <data"},
        {"docker volume history", reads, "-Hqv --format=text --human[=text] --no-trunc --platform=text --quiet", "text* <data"},
        {"docker volume inspect|show|tree", fetches, "-sv --size --verbose --pretty -f=text --format=text --platform=text --type=text",
         "text* <data"},
        {"docker volume rm|remove|prune|kill|leave|reset|down", destroys,
         "-afvl --all --force --volumes --link -s=text --signal=text --filter=text --no-prune --keep-storage=text", "text* <data"},
        {"docker volume create|connect|disconnect|use|update|start|stop|restart|pause|unpause|rename|add|annotate|init|join|deploy|scale|install|"
         "enable|disable|build|bake|set|export|import|cp|commit|pull|push|tag|save|load",
         writes | sends,
         "-q --quiet -t=text --tag=text -f=read --file=read -c=read --compose-file=read -o=write --output=write -i=read --input=read --name=text "
         "--driver=text -d=text --label=text --network=text --ip=text --subnet=text --gateway=text --attachable --internal --detach --force --replicas=text "
         "--image=text --time=text -s=text --signal=text --platform=text --docker=text --description=text",
         "text* <data"},
        {"docker unshare", rights, "--rootless-netns", "program <shell"},
        {"docker build", writes | runs,
         "-q --add-host=text --build-arg=text --cache-from=text --cache-to=text --cgroup-parent=text --compress --cpu-period=text --cpu-quota=text -c=text "
         "--cpu-shares=text --cpuset-cpus=text --cpuset-mems=text --disable-content-trust -f=load --file=load --force-rm --iidfile=write "
         "--isolation=text --label=text --load -m=text --memory=text --memory-swap=text --metadata-file=write --network=text --no-cache --platform=text "
         "--progress=text --pull --push!sends --quiet --rm --secret=text!secrets --security-opt=text!rights --shm-size=text --squash --ssh=text!secrets "
         "-t=text --tag=text --target=text --ulimit=text --build-context=text --allow=text!rights -o=write --output=write",
         "read <data"},
        {"docker commit", writes,
         "-p -a=text --author=text -c=text --change=text -m=text --message=text --pause[=text]", "text* <data"},
        {"docker attach|start|stop|restart|pause|unpause|rename|tag|update|init", writes,
         "-ai --attach --interactive --detach-keys=text --no-stdin --sig-proxy -s=text --signal=text -t=text --time=text --timeout=text "
         "-c=text -m=text --cpus=text --memory=text --memory-swap=text --restart=text",
         "text* <commands"},
        {"docker cp", writes, "-aLq --archive --follow-link --quiet", "read write <data"},
        {"docker save|export", writes, "-o=write --output=write --platform=text", "text* <data"},
        {"docker load", writes, "-q -i=read --input=read --quiet --platform=text", "<data"},
        {"docker import", writes, "-c=text --change=text -m=text --message=text --platform=text", "read text <data"},
        {"docker pull", fetches, "-aq --all-tags --disable-content-trust --platform=text --quiet", "text <data"},
        {"docker login|logout", fetches | writes, "-u=text --username=text -p=text --password=text --password-stdin", "address <sends"},
        {"docker push", sends, "-aq --all-tags --disable-content-trust --platform=text --quiet", "text <data"},
        {"docker kill|rm|rmi", destroys, "-aflvi --all --force --link --volumes --no-prune --platform=text -s=text --signal=text -t=text --time=text --ignore",
         "text* <data"},
        // What is mounted or shared with it is the host's.
        {"docker run|create", runs,
         "-ditPq -h=text --hostname=text --detach --interactive --tty --rm --init --publish-all --quiet --read-only --no-healthcheck "
         "--sig-proxy[=text] -a=text --attach=text --annotation=text --blkio-weight=text --cap-drop=text --cgroup-parent=text --cidfile=write -c=text "
         "--cpu-shares=text --cpu-period=text --cpu-quota=text --cpus=text --cpuset-cpus=text --cpuset-mems=text --detach-keys=text "
         "--disable-content-trust --dns=text --dns-option=text --dns-search=text --domainname=text -e=text --env=text --env-file=read --expose=text "
         "--gpus=text --health-cmd=text --health-interval=text --health-retries=text --health-start-period=text --health-timeout=text --ip=text "
         "--ip6=text --isolation=text -l=text --label=text --label-file=read --link=text --log-driver=text --log-opt=text --mac-address=text -m=text "
         "--memory=text --memory-reservation=text --memory-swap=text --memory-swappiness=text --name=text --network=text --net=text --network-alias=text "
         "--oom-kill-disable --oom-score-adj=text --pids-limit=text -p=text --publish=text --platform=text --pull=text --restart=text --runtime=text!rights "
         "--shm-size=text --stop-signal=text --stop-timeout=text --storage-opt=text --sysctl=text!rights --tmpfs=text -u=text --user=text --ulimit=text "
         "--volume-driver=text!rights -w=text --workdir=text --entrypoint=program -v=text!rights --volume=text!rights --mount=text!rights "
         "--privileged!rights --cap-add=text!rights --cgroupns=text!rights --device=text!rights --device-cgroup-rule=text!rights --pid=text!rights "
         "--ipc=text!rights --userns=text!rights --uts=text!rights --security-opt=text!rights --volumes-from=text!rights --group-add=text!rights "
         "--use-api-socket!rights --add-host=text",
         "text program <shell"},
        {"docker exec", runs,
         "-dit --detach --interactive --tty --detach-keys=text -e=text --env=text --env-file=read -u=text --user=text -w=text --workdir=text "
         "--privileged!rights",
         "text program <shell"},
        {"docker compose|c", reads,
         "-f=load --file=load -p=text --project-name=text --profile=text --env-file=load --project-directory=elsewhere --ansi=text --progress=text "
         "--parallel=text --compatibility --all-resources --dry-run",
         "subcommand"},
        {"docker compose version", looks, "-f=text --format=text --short", "<data"},
        // What the file of the project includes may be fetched.
        {"docker compose ps|ls|images|logs|top|port|events|stats|volumes|wait", fetches,
         "-aqft --all --quiet --filter=text --format=text --no-trunc --orphans[=text] --services --status=text --follow --since=text -n=text --tail=text "
         "--timestamps --until=text --no-color --no-log-prefix --index=text --protocol=text --json --short --no-stream",
         "text* <data"},
        // The environment stands there, with what it gets from `.env`.
        {"docker compose config|convert", secrets,
         "-q --environment --format=text --hash=text --images --lock-image-digests --networks --no-consistency --no-env-resolution --no-interpolate "
         "--no-normalize --no-path-resolution -o=write --output=write --profiles --quiet --resolve-image-digests --services --variables --volumes",
         "text* <data"},
        {"docker compose up|start|stop|restart|build|create|pause|unpause|watch|scale|cp|commit|export|attach", runs | writes,
         "-dqyaLmp -V!deletes --detach --abort-on-container-exit --abort-on-container-failure --always-recreate-deps --attach=text --attach-dependencies --build "
         "--exit-code-from=text --force-recreate --menu --no-attach=text --no-build --no-color --no-deps --no-log-prefix --no-recreate --no-start "
         "--pull[=text] --quiet-pull --remove-orphans!deletes --renew-anon-volumes!deletes --scale=text -t=text --timeout=text --timestamps --wait --wait-timeout=text "
         "--watch --yes --build-arg=text --builder=text --check --memory=text --no-cache --print --push!sends --quiet --ssh=text!secrets --with-dependencies "
         "--index=text -o=write --output=write",
         "text* <commands"},
        {"docker compose kill", destroys, "-s=text --remove-orphans --signal=text", "text* <data"},
        {"docker compose down|rm", destroys,
         "-fsv --remove-orphans --rmi=text -t=text --timeout=text --volumes --force --stop", "text* <data"},
        {"docker compose publish", sends, "-y --yes --oci-version=text --resolve-image-digests --with-env", "text <data"},
        {"docker compose pull", fetches, "-q --ignore-buildable --ignore-pull-failures --include-deps --policy=text --quiet", "text* <data"},
        {"docker compose push", sends, "-q --ignore-push-failures --include-deps --quiet", "text* <data"},
        {"docker compose run", runs,
         "-dTiPq --detach --rm --no-deps --no-tty --interactive --build --service-ports --use-aliases --quiet-pull --remove-orphans!deletes -e=text --env=text "
         "-l=text --label=text --name=text -p=text --publish=text -u=text --user=text -w=text --workdir=text --entrypoint=program -v=text!rights "
         "--volume=text!rights --cap-add=text!rights --cap-drop=text",
         "text program <shell"},
        {"docker compose exec", runs,
         "-dTit --detach --no-tty --interactive --index=text -e=text --env=text -u=text --user=text -w=text --workdir=text --privileged!rights",
         "text program <shell"},
        {"docker-compose|podman-compose", reads,
         "--version!looks -f=load --file=load -p=text --project-name=text --profile=text --env-file=load --project-directory=elsewhere "
         "--verbose --ansi=text --no-ansi",
         "subcommand"},
        {"docker-compose version", reads, "-f=text --format=text --short", "<data"},
        {"docker-compose ps|ls|images|logs|top|port|events|stats", fetches,
         "-aqft --all --quiet --filter=text --format=text --services --status=text --follow --since=text --tail=text --timestamps --until=text --no-color "
         "--no-log-prefix --index=text --protocol=text --json --short",
         "text* <data"},
        {"docker-compose config", secrets, "-q --format=text --hash=text --images --no-interpolate -o=write --output=write --profiles --quiet --services "
         "--volumes",
         "text* <data"},
        {"docker-compose up|start|stop|restart|build|create|pause|unpause|scale", runs | writes,
         "-dq -V!deletes --detach --abort-on-container-exit --build --exit-code-from=text --force-recreate --no-build --no-color --no-deps --no-recreate --no-start "
         "--pull[=text] --quiet-pull --remove-orphans!deletes --renew-anon-volumes!deletes --scale=text -t=text --timeout=text --wait --build-arg=text --no-cache",
         "text* <data"},
        {"docker-compose kill", destroys, "-s=text --remove-orphans --signal=text", "text* <data"},
        {"docker-compose down|rm", destroys, "-fsv --remove-orphans --rmi=text -t=text --timeout=text --volumes --force --stop", "text* <data"},
        {"docker-compose pull", fetches, "-q --ignore-pull-failures --include-deps --quiet", "text* <data"},
        {"docker-compose push", sends, "-q --ignore-push-failures --include-deps --quiet", "text* <data"},
        {"docker-compose run|exec", runs,
         "-dTit --detach --rm --no-deps -e=text --env=text --index=text --name=text -p=text --publish=text -u=text --user=text -w=text --workdir=text "
         "--service-ports --entrypoint=program -v=text!rights --volume=text!rights --privileged!rights",
         "text program <shell"},
        {"lxc|incus|runc|crun|youki|kata-runtime|crictl|buildah", rights,
         "-n=text --namespace=text --project=text -q --quiet -v --verbose --debug --root=text --storage-driver=text", "subcommand"},
        {"lxc list|ls|info|ps|images|state|version|containers|pods|logs|stats", reads,
         "-aflpqt --all --digests --follow --format=text --image=text --json --label=text --latest --name=text --namespace=text --no-trunc -o=text "
         "--output=text --pod=text --previous --quiet --since=text --state=text --tail=text --timestamps",
         "text* <data"},
        // The environment is told, too.
        {"lxc inspect", secrets, "-aqt --format=text --output=text --quiet --type=text", "text* <data"},
        {"lxc exec|run|shell", rights,
         "-tTnd -e=text --env=text -u=text --user=text --cwd=text --mode=text -c=text --rm --tty --volume=text -v=text --isolation=text",
         "text* text program <shell"},
        {"lxc unshare", rights, "-m=text --mount=text", "program <shell"},
        {"lxc delete|rm|rmi|rmp|prune", destroys | rights, "-afi --all --force --interactive", "text* <data"},
        {"lxc push", sends | rights, "-q --all --creds=text --format=text --quiet --tls-verify[=text]", "text* <data"},
        {"lxc start|stop|launch|create|pull|bud|build|from|copy|config|restart|kill", rights,
         "-f --force --all -p=text -t=text -c=text --name=text", "text* <commands"},
        {"ctr", rights, "-n=text --namespace=text -q --quiet -v --verbose --debug", "subcommand"},
        {"ctr version|info", reads, {}, "<data"},
        {"ctr containers|container|c|images|image|i|tasks|task|t|snapshots|snapshot|content|namespaces|namespace|ns|plugins|plugin|leases|pods", rights, {},
         "subcommand"},
        {"ctr containers list|ls|check|metrics|metric|ps|usage|tree", reads, "-dq --detailed --quiet", "text* <data"},
        {"ctr containers delete|del|remove|rm|prune", destroys | rights, "-cf --all --force --keep-snapshot --sync", "text* <data"},
        {"ctr containers push", sends | rights, "-ku --plain-http --skip-verify --user=text --platform=text --manifest=text", "text* <data"},
        {"ctr containers info", secrets, "--spec", "text <data"},
        {"ctr containers exec", rights, "-t --tty --exec-id=text --cwd=text --user=text", "text program <shell"},
        {"ctr run|shell", rights,
         "-tTnd -e=text --env=text -u=text --user=text --cwd=text --mode=text -c=text --rm --tty --volume=text -v=text --isolation=text",
         "text* text program <shell"},
        {"lxc-attach|lxc-execute|lxc-start|lxc-unshare|lxc-usernsexec", rights,
         "-dFeR -n=text --name=text -s=text -m=text -u=text -g=text -P=text -f=load", "program <shell"},
        {"singularity|apptainer|udocker|enroot", runs, "-dqsv --debug --quiet --silent --verbose", "subcommand"},
        {"singularity exec|run|shell|test|start", runs,
         "-ceCw -B=text!rights --bind=text!rights -H=text --home=text --nv --pwd=text --env=text --cleanenv --contain --containall --writable -s=program "
         "--shell=program",
         "text program <shell"},
        {"singularity push", sends, "-U -D=text --allow-unsigned --description=text --library=address", "text* <data"},
        {"singularity delete|remove|rm|rmi", destroys, "-fF -A=text --arch=text --force --library=address", "text* <data"},
        {"singularity *", runs | writes, {}, "text* <commands"},
        {"ch-run|shifter", runs, "-w --write -b=text!rights --bind=text!rights --image=text --volume=text!rights", "text* program"},
        {"distrobox-enter|distrobox-ephemeral", runs, "-Tv -r!rights --root!rights -n=text --name=text -i=text --image=text", "text* program <shell"},
        {"kind|k3d", runs | writes, "--help!looks -h!looks -q --quiet -v=text --name=text", "subcommand*"},
        {"kind version", reads, {}, "<data"},
        {"kind get", runs | writes, {}, "subcommand*"},
        {"kind get clusters|nodes", fetches | served, "-A --all-clusters", "<data"},
        {"kind get kubeconfig", secrets, "--internal", "<data"},
        {"kind delete", destroys, "-A --all --kubeconfig=load", "text* <data"},
        {"kind cluster|node|registry", runs | writes, {}, "subcommand*"},
        {"kind cluster delete|rm", destroys, "-a -c=load --all --config=load", "text* <data"},
        {"kind cluster list|ls|get", fetches | served, "--no-headers -o=text --output=text", "text* <data"},
        {"kind cluster *", runs | writes, "-h --help", "text* <commands"},
        {"kind *", runs | writes, "-h --help", "text* <commands"},
        {"virsh|vboxmanage|qemu-system|qemu-img", runs | writes, "-q --quiet -c=address --connect=address -v --name=text", "subcommand* <commands"},
        {"virsh destroy|undefine|vol-delete|vol-wipe|pool-delete|snapshot-delete|snapshot-revert|checkpoint-delete|managedsave-remove|discardstate",
         destroys,
         "--algorithm=text --checkpoints-metadata --children --children-only --current --delete-storage-volume-snapshots --domain=text --force --graceful "
         "--keep-nvram --managed-save --metadata --nvram --pool=text --remove-all-storage --snapshotname=text --snapshots-metadata --storage=text --tpm "
         "--vol=text --wipe-storage",
         "text* <data"},
        {"virsh unregistervm|closemedium", runs | writes, "--delete!destroys --delete-all!destroys", "text* <data"},
        {"virsh *", runs | writes, {}, "subcommand* <commands"},
        {"virsh * delete|restore|restorecurrent", destroys, {}, "text* <data"},
        {"virsh * *", runs | writes, {}, "text* <commands"},
        {"docker-machine|vagrant", runs | writes, {}, "subcommand"},
        {"docker-machine ssh", runs, "-p --plain -c=shell --command=shell", "text shells <shell"},
        {"docker-machine destroy|rm", destroys | runs, "-fgy --force --graceful --no-parallel --parallel", "text* <data"},
        {"docker-machine share", sends, "-k --disable-http --domain=text --http=text --https=text --name=text --ssh", "text* <data"},
        {"docker-machine snapshot|box|cloud", runs | writes, {}, "subcommand"},
        {"docker-machine snapshot delete|restore|pop", destroys | runs,
         "-f --force --no-delete --no-provision --no-start --provision --version=text", "text* <data"},
        {"docker-machine snapshot remove|prune", deletes,
         "-fkn --all --all-architectures --all-providers --architecture=text --box-version=text --dry-run --force --keep-active-boxes --name=text "
         "--provider=text",
         "text* <data"},
        {"docker-machine snapshot publish", sends | runs,
         "-fr -c=text -C=text -d=text -s=text -u=address --checksum=text --checksum-type=text --description=text --force --no-private --no-release "
         "--private --release --short-description=text --url=address --version-description=text",
         "text* <data"},
        {"docker-machine snapshot *", runs | writes, "-cf --box-version=text --clean --force --name=text --provider=text", "text* <commands"},
        {"docker-machine *", runs | writes, "-f --force --provider=text", "text* <commands"},
        {"minikube|colima|adb", runs | writes, "-p=text --profile=text -s=text -d -e", "subcommand"},
        {"minikube status|ip|version|list", fetches | served,
         "-ej --extended -f=text --format=text --json -l=text --layout=text -n=text --node=text -o=text --output=text --short", "<data"},
        {"minikube devices", runs, "-l", "<data"},
        {"minikube profile|addons|service|node", runs | writes, {}, "subcommand"},
        {"minikube profile list|ls", fetches | served, "-l -n=text --light --namespace=text -o=text --output=text", "<data"},
        {"minikube profile *", runs | writes, {}, "text* <commands"},
        {"minikube ssh|shell", runs, "-n=text --node=text --native-ssh", "shells <shell"},
        {"minikube delete|prune|uninstall", destroys, "-afk --all --data --force --output=text --purge --user=text", "text* <data"},
        {"minikube *", runs | writes, {}, "text* <commands"},
        {"multipass|limactl|machinectl|distrobox", runs | writes, "-q --quiet", "subcommand"},
        {"multipass list|ls|info|version", reads, "-a --all --format=text --json", "text* <data"},
        {"multipass exec|shell|enter", runs, "-n=text --name=text -d=text --working-directory=text -c=shell", "text program <shell"},
        {"multipass delete|remove|rm|purge|factory-reset|restore", destroys, "-adfpy --all --destructive --force --purge --rm-home --yes", "text* <data"},
        {"multipass *", runs | writes, {}, "text* <commands"},
        {"flatpak|toolbox", runs | writes, "-v --verbose --user --system", "subcommand"},
        {"flatpak run", runs, "--branch=text --arch=text --devel!rights --filesystem=text!rights --share=text!rights --command=program", "program"},
        {"flatpak enter", runs, {}, "text* program <shell"},
        {"flatpak uninstall|remove|rm|rmi", destroys,
         "-afy --all --app --arch=text --assumeyes --delete-data --force --force-remove --installation=text --keep-ref --no-related --noninteractive "
         "--runtime --unused",
         "text* <data"},
        {"flatpak *", runs | writes, "-y --assumeyes", "text* <data"},
        {"crane|gcrane|krane", fetches, "--help!looks -h!looks -v --insecure --platform=text --verbose", "subcommand*"},
        {"crane version", reads, {}, "<data"},
        {"crane catalog|config|digest|ls|manifest|validate", fetches, "--fast --full-ref --omit-digest-tags --remote=text", "text* <data"},
        {"crane delete", destroys | sends, {}, "text* <data"},
        {"crane *", sends | writes, {}, "text* <data"},
        {"skopeo|regctl|oras|cosign", fetches, "--help!looks -h!looks", "subcommand"},
        {"skopeo version", reads, "-f=text --format=text", "<data"},
        {"skopeo inspect|list-tags|digest|ls|catalog|tree|verify", fetches,
         "--raw --config --format=text --tls-verify[=text] --platform=text --full-ref --no-tags -n",
         "text* <data"},
        {"skopeo delete|rm|clean", destroys | sends, "-f --authfile=read --creds=text --force --force-tag-dereference --tls-verify[=text] --type=text",
         "text* <data"},
        {"skopeo image|manifest|repo|tag", fetches, {}, "subcommand"},
        {"skopeo image config|diff|digest|fetch|fetch-config|get|head|inspect|list|ls|show-tags|tags", fetches,
         "--descriptor --format=text --plain-http --platform=text --pretty", "text* <data"},
        {"skopeo image delete|rm|remove", destroys | sends, "-f --force --force-tag-dereference --ignore-missing --plain-http", "text* <data"},
        {"skopeo image *", sends | writes, {}, "text* <data"},
        {"skopeo *", sends | writes, {}, "text* <data"},
        {"dive", fetches, "--ci --source=text", "text <data"},
        {"hadolint-docker", fetches, {}, "read* <data"},
        {"dockerd|containerd", rights, {}, "text*"},

        // `--kubeconfig` names what it runs to sign in. With options that are `outside` it signs in as somebody else; of `get`, it
        // asks for what a file says, or shows all that there is.
        {"kubectl|oc|kubecolor|k", reads,
         "--help!looks -h!looks -n=text --namespace=text --context=text!outside --cluster=text!outside --user=text!outside -s=address!outside "
         "--server=address!outside --kubeconfig=load --as=text!rights "
         "--as-group=text!rights --as-uid=text!rights --token=text!outside --username=text!outside --password=text!outside --request-timeout=text -v=text --v=text --vmodule=text "
         "--log-flush-frequency=text --match-server-version --insecure-skip-tls-verify!outside --disable-compression --warnings-as-errors "
         "--tls-server-name=text!outside --certificate-authority=read!outside --client-certificate=read!outside --client-key=read!outside --cache-dir=write --profile=text!writes "
         "--profile-output=write",
         "subcommand*"},
        {"kubectl get|describe|events|wait", fetches | served,
         "-ARw --all --all-namespaces --allow-missing-template-keys --chunk-size=text --field-selector=text -f=read!outside --filename=read!outside --for=text "
         "--ignore-not-found -k=read!outside --kustomize=read!outside -L=text --label-columns=text --local --no-headers -o=columns --output=columns --output-watch-events "
         "--raw=resource!outside --recursive -l=text --selector=text --server-print --show-events --show-kind --show-labels --show-managed-fields --sort-by=text "
         "--subresource=text --template=read!outside --timeout=text --types=text --watch --watch-only",
         "resource* <data"},
        {"kubectl logs", fetches | served,
         "-fp --all-containers --all-pods -c=text --container=text --follow --ignore-errors --insecure-skip-tls-verify-backend --limit-bytes=text "
         "--max-log-requests=text --pod-running-timeout=text --prefix --previous -l=text --selector=text --since=text --since-time=text --tail=text "
         "--timestamps",
         "text* <data"},
        {"kubectl top", fetches | served,
         "-A --all-namespaces --containers --field-selector=text --no-headers -l=text --selector=text --sort-by=text --sum --use-protocol-buffers "
         "--show-capacity",
         "text* <data"},
        {"kubectl version", fetches | served, "--client!looks -o=text --output=text", "<data"},
        {"kubectl options|completion|help", looks, {}, "text* <data"},
        {"kubectl explain|api-resources|api-versions", fetches | served,
         "--api-version=text --recursive --api-group=text --cached --categories=text --namespaced[=text] --no-headers -o=layout --output=layout "
         "--sort-by=text --suggest --verbs=text",
         "text* <data"},
        {"kubectl project", fetches | writes, "-q --short", "text <data"},
        // With `dump` it tells all that there is.
        {"kubectl cluster-info", fetches | served,
         "-A --all-namespaces --namespaces=text -o=layout --output=layout --output-directory=write!scatters --pod-running-timeout=text", "text!outside <data"},
        {"kubectl diff", fetches,
         "-RA --concurrency=text --force-conflicts --show-managed-fields -f=read --filename=read -k=read --kustomize=read -l=text --selector=text --recursive "
         "--server-side --field-manager=text",
         "<data"},
        // What it is made of may be fetched, and functions run.
        {"kubectl kustomize", runs | fetches,
         "-o=write --output=write --as-current-user -e=text --env=text --enable-alpha-plugins!loads --enable-helm!runs --helm-command=program "
         "--load-restrictor=text!outside --mount=text!rights --network --network-name=text --reorder=text",
         "read <data"},
        {"kubectl auth|config|rollout|certificate|plugin|set", reads, {}, "subcommand*"},
        {"kubectl plugin list", reads, "--name-only", "<data"},
        {"kubectl auth can-i|whoami", fetches | served, "-Aq --all-namespaces --list --no-headers --quiet --subresource=text -o=layout --output=layout", "text* <data"},
        {"kubectl config view", reads,
         "--allow-missing-template-keys --flatten!secrets --merge --minify -o=layout --output=layout --raw!secrets --show-managed-fields --template=read",
         "<data"},
        {"kubectl config current-context|get-contexts|get-clusters|get-users", fetches | served, "--no-headers -o=layout --output=layout", "text* <data"},
        {"kubectl config use-context|use|set-context|rename-context|set|unset|set-cluster|set-credentials|delete-context|delete-cluster|delete-user", writes,
         "--current", "text!loads* <data"},
        {"kubectl rollout status|history", fetches | served,
         "-Rw -f=read!outside --filename=read!outside -k=read!outside --kustomize=read!outside --recursive --revision=text -l=text --selector=text "
         "--timeout=text --watch[=text] -o=layout "
         "--output=layout",
         "text* <data"},
        {"kubectl rollout restart|pause|resume|undo", sends,
         "-R -f=read --filename=read -k=read --kustomize=read --recursive -l=text --selector=text --to-revision=text --dry-run[=text] -o=layout "
         "--output=layout",
         "text* <data"},
        {"kubectl apply|edit|patch|scale|autoscale|label|annotate|expose|taint|cordon|uncordon|new-app|new-project|start-build|import-image|process|policy|"
         "adm|login|logout|tag",
         sends,
         "-AR --all --all-namespaces -f=read --filename=read -k=read --kustomize=read --recursive -l=text --selector=text --field-selector=text -p=text "
         "--patch=text --patch-file=read --type=text --subresource=text --dry-run[=text] --server-side --field-manager=text --force!destroys "
         "--force-conflicts --prune!destroys --cascade[=text] --grace-period=text --overwrite --wait --timeout=text --validate[=text] --replicas=text "
         "--current-replicas=text --resource-version=text --min=text --max=text --cpu-percent=text --port=text --target-port=text --protocol=text "
         "--name=text --list -o=layout --output=layout --show-managed-fields --save-config",
         "text* <sends"},
        {"kubectl create", sends,
         "-R -f=read --filename=read -k=read --kustomize=read --recursive --dry-run[=text] --save-config --validate[=text] --field-manager=text -o=layout "
         "--output=layout",
         "subcommand* <sends"},
        {"kubectl create deployment|service|configmap|cm|secret|namespace|ns|job|cronjob|role|rolebinding|clusterrole|clusterrolebinding|serviceaccount|sa|"
         "ingress|quota|poddisruptionbudget|pdb|priorityclass|token|image|env|resources|selector|subject|approve|deny",
         sends,
         "--image=text --replicas=text -r=text --port=text --from=text --from-literal=text  --from-env-file=read --docker-server=text "
         "--docker-username=text --docker-password=text --docker-email=text --cert=read --key=read --type=text --tcp=text --schedule=text --restart=text "
         "--verb=text --resource=text --resource-name=text --role=text --clusterrole=text --serviceaccount=text --user=text --group=text --rule=text "
         "--class=text --hard=text --duration=text --audience=text",
         "text* <sends"},
        {"kubectl delete|drain|replace", destroys,
         "-ARi --all --all-namespaces --cascade[=text] --dry-run[=text] --field-selector=text -f=read --filename=read --force --grace-period=text "
         "--ignore-not-found --interactive -k=read --kustomize=read --now -o=layout --output=layout --raw=text --recursive -l=text --selector=text "
         "--timeout=text --wait[=text] --ignore-daemonsets --delete-emptydir-data --disable-eviction --pod-selector=text --save-config",
         "text* <sends"},
        {"kubectl exec|rsh|debug", sends | runs,
         "-it --stdin --tty -c=text --container=text --quiet -q -f=read --filename=read --pod-running-timeout=text --image=text --target=text "
         "--profile=text!rights --copy-to=text --share-processes --attach",
         "text program <shell"},
        {"kubectl run", sends | runs,
         "-itq --stdin --tty --rm --attach --command --image=text --env=text --port=text --labels=text -l=text --restart=text --dry-run=text "
         "--image-pull-policy=text --pod-running-timeout=text --expose --quiet --leave-stdin-open -o=layout --output=layout --privileged!rights "
         "--overrides=load",
         "text program <shell"},
        {"kubectl cp", sends | writes, "-c=text --container=text --no-preserve --retries=text", "read write <data"},
        {"kubectl rsync", sends | writes, "-c=text --container=text --delete!deletes --exclude=text --include=text -q --quiet -w --watch", "read write <data"},
        {"kubectl port-forward|proxy", sends,
         "--address=text!rights --pod-running-timeout=text -p=text --port=text --accept-hosts=text!rights --accept-paths=text -w=read --www=read",
         "text* <data"},
        {"kubectl attach", sends, "-itq -c=text --container=text --stdin --tty --quiet", "text <sends"},
        {"helm", reads,
         "--help!looks -h!looks -n=text --namespace=text --kube-context=text!outside --kubeconfig=load --kube-apiserver=address!outside --kube-token=text!outside "
         "--kube-as-user=text!rights --kube-as-group=text!rights --kube-ca-file=read!outside --kube-insecure-skip-tls-verify!outside "
         "--kube-tls-server-name=text!outside --burst-limit=text --qps=text --debug --registry-config=load "
         "--repository-config=load --repository-cache=write",
         "subcommand*"},
        {"helm version", fetches, "-c!looks --client!looks --short --template=text", "<data"},
        {"helm completion", reads, "--no-descriptions", "text <data"},
        // A token is told, too.
        {"helm env", secrets, {}, "text <data"},
        {"helm list|ls", fetches | served,
         "-aAdqr --all --all-namespaces --date --deployed --failed -f=text --filter=text -m=text --max=text --no-headers --offset=text -o=text --output=text "
         "--pending --reverse -l=text --selector=text --short --superseded --time-format=text --uninstalled --uninstalling",
         "<data"},
        {"helm status|history|hist", fetches, "-o=text --output=text --revision=text --max=text --show-desc --show-resources", "text <data"},
        {"helm get", fetches, "-a --all -o=text --output=text --revision=text --template=text", "subcommand* <data"},
        {"helm get hooks|notes|metadata", fetches, {}, "text <data"},
        {"helm get all|manifest|values", secrets, {}, "text <data"},
        {"helm search", fetches,
         "-lr --devel --fail-on-no-result --max-col-width=text -o=text --output=text --regexp --version=text --versions --endpoint=address --list-repo-url",
         "text* <data"},
        {"helm show|inspect", fetches,
         "--ca-file=read --cert-file=read --devel --insecure-skip-tls-verify --jsonpath=text --key-file=read --keyring=read --pass-credentials "
         "--password=text --plain-http --repo=address --username=text --verify --version=text",
         "text read <data"},
        {"helm template|lint|verify", fetches,
         "-g -f=read --values=read --set=text --set-json=text --set-literal=text --set-string=text --set-file=load --strict --quiet --with-subcharts "
         "--kube-version=text -a=text --api-versions=text --include-crds --is-upgrade --name-template=text --no-hooks --release-name -s=text --show-only=text "
         "--skip-crds --skip-tests --skip-schema-validation --disable-openapi-validation --render-subchart-notes --validate "
         "--timeout=text --repo=address --username=text --password=text --pass-credentials --plain-http --insecure-skip-tls-verify "
         "--ca-file=read --cert-file=read --key-file=read --version=text --devel --verify --keyring=read --post-renderer=program "
         "--post-renderer-args=text --output-dir=write",
         "read* <data"},
        {"helm install|upgrade|test|push|pull|fetch|package|create|registry", sends,
         "-gi --install --atomic --wait --wait-for-jobs --timeout=text -f=read --values=read --set=text --set-json=text --set-literal=text "
         "--set-string=text --set-file=load --create-namespace --dependency-update --description=text --dry-run[=text] --force!destroys --no-hooks "
         "--reuse-values --reset-values --history-max=text --cleanup-on-fail --version=text --repo=address --devel --verify --keyring=read --username=text "
         "--password=text --password-stdin --untar --untardir=write --prov -d=write --destination=write --app-version=text --sign --key=text --logs -o=text "
         "--output=text -p=load --starter=load --post-renderer=program --post-renderer-args=text",
         "read* <data"},
        {"helm dependency|dep", reads, {}, "subcommand*"},
        {"helm dependency list|ls", looks, "--max-col-width=text", "read <data"},
        {"helm dependency build|update|up", fetches | writes, "--skip-refresh --verify --keyring=read", "read <data"},
        {"helm repo", fetches, {}, "subcommand"},
        {"helm repo list|ls", reads, "-o=text --output=text", "<data"},
        {"helm repo update|up|add|index", fetches | writes,
         "--force-update --no-update --username=text --password=text --ca-file=read --cert-file=read --key-file=read --pass-credentials --merge=read "
         "--url=text --fail-on-repo-update-fail",
         "text* <data"},
        {"helm repo remove|rm", deletes, {}, "text* <data"},
        {"helm uninstall|un|del|delete|rollback", destroys,
         "--cascade=text --description=text --dry-run --ignore-not-found --keep-history --no-hooks --timeout=text --wait --cleanup-on-fail --force "
         "--history-max=text --recreate-pods",
         "text* <data"},
        {"helm plugin", installs, {}, "subcommand"},
        {"helm plugin list|ls", looks, {}, "<data"},
        {"helm plugin install|add|update|up", installs, "--version=text", "text* <data"},
        {"helm plugin uninstall|rm|remove", deletes, {}, "text* <data"},
        {"kustomize", runs | fetches,
         "-o=write --output=write --exec=program --enable-exec!evaluates --enable-alpha-plugins!loads --enable-helm!runs "
         "--helm-command=program "
         "--load-restrictor=text!outside",
         "text read <data"},
        {"kubectx|kubens", writes, "-cu --current --unset -d=text!deletes", "text <data"},
        {"stern", fetches,
         "-A --all-namespaces -n=text --namespace=text -c=text --container=text -l=text --selector=text -s=text --since=text --tail=text -t --timestamps "
         "-o=text --output=text --no-follow --context=text --kubeconfig=load",
         "pattern <data"},
        {"argocd", sends,
         "--help!looks -h!looks --core --grpc-web --insecure --plaintext --server=address --auth-token=text --config=load --kube-context=text "
         "--argocd-context=text --logformat=text --loglevel=text --http-retry-max=text",
         "subcommand*"},
        {"argocd version", fetches, "--client --short -o=text --output=text", "<data"},
        {"argocd app|appset|cluster|proj|project|repo|account", sends, {}, "subcommand*"},
        {"argocd app list|get|history|logs|resources|can-i|get-user-info", fetches,
         "-f -l=text --follow --selector=text -N=text --app-namespace=text -c=text --cluster=text -p=text --project=text -o=text --output=text -r=text "
         "--repo=text --kind=text --name=text --namespace=text --container=text --group=text --tail=text --since-seconds=text --show-params --show-operation "
         "--orphaned --previous --filter=text",
         "text* <data"},
        {"argocd app delete|delete-resource|rm", destroys, "-y --cascade --yes", "text* <data"},
        {"argocd app *", sends, {}, "text* <data"},
        {"argocd *", sends, "-n=text --namespace=text -o=text --output=text", "text* <data"},
        {"flux", sends, "--help!looks -h!looks -n=text --namespace=text --context=text --kubeconfig=load --timeout=text --verbose", "subcommand*"},
        {"flux get|logs|events|tree|trace|stats|check|version", fetches,
         "-A --all-namespaces --all --client --compact --pre -f --follow --for=text --kind=text --level=text --name=text --no-header -o=text --output=text "
         "--flux-namespace=text --since=text --since-time=text --status-selector=text -l=text --label-selector=text --tail=text --types=text -w --watch",
         "text* <data"},
        {"flux delete|uninstall", destroys, "-s --silent --dry-run --keep-namespace", "text* <data"},
        {"flux *", sends, "-o=text --output=text -l=text -q", "text* <data"},
        {"eksctl", sends, "--help!looks -h!looks -C=text --color=text -d --dumpLogs -v=text --verbose=text", "subcommand*"},
        {"eksctl version", reads, "-o=text --output=text", "<data"},
        {"eksctl get|info", fetches,
         "-A --all-regions --chunk-size=text --cluster=text -n=text --name=text --namespace=text -o=text --output=text -p=text --profile=text -r=text "
         "--region=text --timeout=text",
         "text* <data"},
        {"eksctl delete", destroys, "-w --cluster=text -n=text --name=text -r=text --region=text --wait --force --disable-nodegroup-eviction", "text* <data"},
        {"eksctl *", sends, "-n=text --namespace=text --name=text --cluster=text --region=text -f=load --file=load -q", "text* <data"},
        {"k9s|istioctl|linkerd|skaffold|tilt|helmfile|kops|kubeadm|velero", sends,
         "-n=text --namespace=text --context=text -o=text --output=text -f=load --file=load --kubeconfig=load -l=text --selector=text -q", "subcommand* <data"},
        {"k9s destroy|delete|down|uninstall|reset", destroys | sends,
         "-ey --all --cleanup-tmp-dir --confirm --delete-namespaces --environment=text --force --name=text --purge --skip-deps --state=text --unregister "
         "--wait --yes",
         "text* <data"},
        {"k9s *", sends, {}, "subcommand* <data"},
        {"k9s * delete", destroys | sends, "--all --confirm --yes", "text* <data"},
        {"k9s * *", sends, {}, "text* <data"},
        {"kubeval", fetches, "--strict -d=read --directories=read --schema-location=address", "read* <data"},
    };
    return rows;
}
// clang-format on

}  // namespace assent::programs
