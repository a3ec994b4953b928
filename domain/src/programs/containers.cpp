#include "families.hpp"

namespace assent::programs {

std::span<const program_row> containers() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"docker|podman|nerdctl|finch", reads,
         "-v!looks --version!looks -D --debug -c=text --context=text -H=address --host=address --config=load "
         "-l=text --log-level=text "
         "--tls "
         "--tlsverify --tlscacert=read --tlscert=read --tlskey=read -n=text --namespace=text",
         "subcommand"},
        {"docker ps|images|image|logs|inspect|info|version|stats|top|port|diff|events|history|search|wait",
         reads, "-* --*", "text*"},
        {"docker container|volume|network|system|context|builder|manifest|node|service|stack|swarm|plugin|"
         "secret|config|trust|pod|machine|scout|desktop|checkpoint|namespace|buildx|model|mcp|extension|"
         "generate|kube",
         reads,
         {},
         "subcommand"},
        {"docker container ls|list|ps|inspect|logs|df|info|show|top|stats|port|diff|events|version|du", reads,
         "-* --*", "text*"},
        {"docker container run|exec", runs,
         "-* --* --entrypoint=program -v=text!rights --volume=text!rights --mount=text!rights "
         "--privileged!rights",
         "text program <shell"},
        {"docker unshare", rights, "-* --*", "program <shell"},
        {"docker container rm|remove|prune|kill|leave|reset|down", destroys, "-* --*", "text*"},
        {"docker container create|connect|disconnect|use|update|start|stop|restart|pause|unpause|rename|add|"
         "annotate|init|join|deploy|scale|install|enable|disable|build|bake|set|export|import|cp|commit|pull|"
         "push",
         writes | sends, "-* --*", "text*"},
        {"docker build", writes | runs, "-* --* -o=write --output=write", "read"},
        {"docker attach|start|stop|restart|pause|unpause|create|rename|tag|commit|cp|export|import|save|load|"
         "update|init",
         writes, "-* --* -o=write", "text*"},
        {"docker pull|login|logout", fetches, "-* --*", "text*"},
        {"docker push", sends, "-* --*", "text*"},
        {"docker kill|rm|rmi", destroys, "-* --*", "text*"},
        // What is mounted or shared with it is the host's.
        {"docker run", runs,
         "-ditPq -h=text --hostname=text --detach --interactive --tty --rm --init --publish-all --quiet "
         "--read-only "
         "--no-healthcheck "
         "--sig-proxy[=text] "
         "-a=text -c=text --cpus=text -e=text --env=text --env-file=read --expose=text "
         "--ip=text "
         "-l=text "
         "--label=text -m=text --memory=text --name=text --network=text --net=text -p=text --publish=text "
         "--platform=text "
         "--pull=text --restart=text --shm-size=text --stop-signal=text --tmpfs=text -u=text --user=text "
         "-w=text "
         "--workdir=text "
         "--ulimit=text --entrypoint=program -v=text!rights --volume=text!rights --mount=text!rights "
         "--privileged!rights "
         "--cap-add=text!rights --device=text!rights --pid=text!rights --ipc=text!rights "
         "--userns=text!rights "
         "--uts=text!rights "
         "--security-opt=text!rights --volumes-from=text!rights --gpus=text --group-add=text!rights "
         "--add-host=text --dns=text",
         "text program <shell"},
        {"docker exec", runs,
         "-dit --detach --interactive --tty --detach-keys=text -e=text --env=text --env-file=read -u=text "
         "--user=text -w=text "
         "--workdir=text --privileged!rights",
         "text program <shell"},
        {"docker compose|c", reads,
         "-f=load --file=load -p=text --project-name=text --profile=text --env-file=load "
         "--project-directory=elsewhere --ansi=text "
         "--progress=text --parallel=text --compatibility --all-resources",
         "subcommand"},
        {"docker compose ps|ls|images|logs|config|top|port|events|version|stats|volumes|convert|wait|attach",
         reads, "-* --* -o=write --output=write", "text*"},
        {"docker compose "
         "up|start|stop|restart|build|create|pause|unpause|watch|scale|cp|commit|export|publish",
         runs | writes, "-* --*", "text*"},
        {"docker compose down|rm|kill", destroys, "-* --*", "text*"},
        {"docker compose pull", fetches, "-* --*", "text*"},
        {"docker compose push", sends, "-* --*", "text*"},
        {"docker compose run", runs,
         "-dTiPq --detach --rm --no-deps --no-tty --interactive --build -e=text --env=text --name=text "
         "-p=text "
         "--publish=text "
         "-u=text --user=text -w=text --workdir=text --entrypoint=program -v=text!rights "
         "--volume=text!rights",
         "text program <shell"},
        {"docker compose exec", runs,
         "-dTit --detach --no-tty --interactive --index=text -e=text --env=text -u=text --user=text -w=text "
         "--workdir=text "
         "--privileged!rights",
         "text program <shell"},
        {"docker-compose|podman-compose", reads,
         "-f=load --file=load -p=text --project-name=text --profile=text --env-file=load "
         "--project-directory=elsewhere --verbose",
         "subcommand"},
        {"docker-compose ps|ls|images|logs|config|top|port|events|version|stats", reads,
         "-* --* -o=write --output=write", "text*"},
        {"docker-compose up|start|stop|restart|build|create|pause|unpause|scale", runs | writes, "-* --*",
         "text*"},
        {"docker-compose down|rm|kill", destroys, "-* --*", "text*"},
        {"docker-compose pull", fetches, "-* --*", "text*"},
        {"docker-compose run|exec", runs,
         "-dTit --detach --rm --no-deps -e=text --env=text --index=text --name=text -u=text --user=text "
         "-w=text "
         "--workdir=text "
         "--entrypoint=program -v=text!rights --volume=text!rights --privileged!rights",
         "text program <shell"},
        {"lxc|incus|runc|crun|youki|kata-runtime|crictl|buildah|ctr", rights, "-* --*", "subcommand"},
        {"lxc list|ls|info|ps|images|inspect|state|version|containers|pods|logs|stats", reads, "-* --*",
         "text*"},
        {"lxc exec|run|shell", rights, "-* --*", "text* text program <shell"},
        {"lxc tasks|task|t", rights, "-* --*", "subcommand"},
        {"lxc tasks exec", rights, "-* --*", "text program <shell"},
        {"lxc unshare", rights, "-* --*", "program <shell"},
        {"lxc start|stop|launch|create|delete|rm|rmi|pull|push|bud|build|from|copy|config|restart|kill",
         rights, "-* --*", "text*"},
        {"lxc-attach|lxc-execute|lxc-start|lxc-unshare|lxc-usernsexec", rights,
         "-* --* -n=text --name=text -s=text -m=text", "program <shell"},
        {"singularity|apptainer|udocker|enroot", runs, "-* --*", "subcommand"},
        {"singularity exec|run|shell|test|start", runs, "-* --* -s=program --shell=program",
         "text program <shell"},
        {"singularity *", runs | writes, "-* --*", "text*"},
        {"ch-run|shifter", runs, "-* --*", "text* program"},
        {"distrobox-enter|distrobox-ephemeral", runs, "-* --*", "text* program <shell"},
        {"kind|k3d|virsh|vboxmanage|qemu-system|qemu-img", runs | writes, "-* --*", "text*"},
        {"docker-machine|vagrant", runs | writes, "-* --*", "subcommand"},
        {"docker-machine ssh", runs, "-* --* -c=shell --command=shell", "text shells <shell"},
        {"docker-machine *", runs | writes, "-* --*", "text*"},
        {"minikube|colima|adb", runs | writes, "-* --*", "subcommand"},
        {"minikube ssh|shell", runs, "-* --*", "shells <shell"},
        {"minikube *", runs | writes, "-* --*", "text*"},
        {"multipass|limactl|machinectl|distrobox", runs | writes, "-* --*", "subcommand"},
        {"multipass exec|shell|enter", runs, "-* --* -c=shell", "text program <shell"},
        {"multipass *", runs | writes, "-* --*", "text*"},
        {"flatpak|toolbox", runs | writes, "-* --*", "subcommand"},
        {"flatpak run", runs, "-* --* --command=program", "program"},
        {"flatpak enter", runs, "-* --*", "text* program <shell"},
        {"flatpak *", runs | writes, "-* --*", "text*"},
        {"skopeo|dive|hadolint-docker|crane|regctl|oras|cosign", fetches, "-* --*", "text*"},
        {"dockerd|containerd", rights, "-* --*", "text*"},

        // `--kubeconfig` names what it runs to sign in.
        {"kubectl|oc|kubecolor|k", reads,
         "-n=text --namespace=text --context=text --cluster=text --user=text -s=address --server=address "
         "--kubeconfig=load --as=text!rights "
         "--as-group=text!rights --token=text --request-timeout=text -v=text --insecure-skip-tls-verify "
         "--cache-dir=write",
         "subcommand*"},
        {"kubectl get|describe|logs|top|explain|api-resources|api-versions|version|cluster-info|events|"
         "options|wait|completion|whoami|status|projects|project",
         fetches, "-* --* --kubeconfig=load", "text*"},
        {"kubectl diff", fetches,
         "-RfklA -f=read --filename=read -k=read --kustomize=read -l=text --selector=text --recursive "
         "--server-side --field-manager=text",
         "text*"},
        {"kubectl auth|config|rollout|certificate|plugin|kustomize|set|create", reads, {}, "subcommand*"},
        {"kubectl auth can-i|whoami", fetches, "-* --*", "text*"},
        {"kubectl config view", reads, "-* --* --raw!secrets", {}},
        {"kubectl config current-context|get-contexts|get-clusters|get-users", reads, "-* --*", "text*"},
        {"kubectl config use-context|use|set-context|rename-context|set|unset|set-cluster|set-credentials|"
         "delete-context|delete-cluster|delete-user",
         writes, "-* --*", "text!loads*"},
        {"kubectl rollout status|history", fetches, "-* --*", "text*"},
        {"kubectl rollout restart|pause|resume|undo", sends, "-* --*", "text*"},
        {"kubectl apply|edit|patch|scale|autoscale|label|annotate|expose|taint|cordon|uncordon|new-app|"
         "new-project|start-build|import-image|process|policy|adm|login|logout|tag",
         sends, "-* --* --kubeconfig=load", "text*"},
        {"kubectl create deployment|service|configmap|secret|namespace|job|cronjob|role|rolebinding|"
         "clusterrole|clusterrolebinding|serviceaccount|ingress|quota|token|image|env|resources|selector|"
         "subject|approve|deny",
         sends, "-* --* --kubeconfig=load", "text*"},
        {"kubectl delete|drain|replace", destroys, "-* --* --kubeconfig=load", "text*"},
        {"kubectl exec|rsh|debug", sends | runs,
         "-it --stdin --tty -c=text --container=text --quiet -q -f=read --filename=read "
         "--pod-running-timeout=text --image=text --target=text",
         "text program <shell"},
        {"kubectl run", sends | runs, "-* --* --command --overrides=load", "text program <shell"},
        {"kubectl cp|port-forward|proxy|attach|rsync", sends, "-* --*", "text*"},
        {"helm", reads,
         "-n=text --namespace=text --kube-context=text --kubeconfig=load --debug --registry-config=load "
         "--repository-config=load --repository-cache=write",
         "subcommand*"},
        {"helm version", fetches, "-c!looks --client!looks --short --template=text", {}},
        {"helm "
         "list|ls|status|history|hist|env|template|lint|search|show|inspect|get|verify|completion",
         fetches, "-* --* --post-renderer=program --output-dir=write --kubeconfig=load", "text*"},
        {"helm install|upgrade|test|push|pull|fetch|dependency|dep|package|create|registry", sends,
         "-* --* --post-renderer=program --kubeconfig=load", "text*"},
        {"helm repo", fetches, {}, "subcommand"},
        {"helm repo list|ls|update|up|add|index", fetches | writes, "-* --*", "text*"},
        {"helm repo remove|rm", deletes, "-* --*", "text*"},
        {"helm uninstall|un|del|delete|rollback", destroys, "-* --*", "text*"},
        {"helm plugin", installs, "-* --*", "text*"},
        {"kustomize|kubectx|kubens|stern|k9s|kubeval|argocd|flux|istioctl|linkerd|skaffold|tilt|helmfile|"
         "eksctl|kops|kubeadm|velero",
         sends, "-* --* --exec=program --enable-exec!evaluates --enable-alpha-plugins!loads", "text*"},
    };
    return rows;
}

}  // namespace assent::programs
