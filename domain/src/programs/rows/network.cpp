#include "families.hpp"

namespace assent::programs {

// Options: curl 7.88.1, wget 1.21.3, OpenSSH 9.2p1, rsync 3.5.0, iproute2 6.1.0, OpenSSL 3.0.19, lsof 4.95.0,
// net-tools 2.10, BIND 9.18, netcat-openbsd 1.219, iputils 20221126, HTTPie 3.2, tcpdump 4.99,
// NetworkManager 1.42.
// clang-format off
std::span<const program_row> network() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"lftp|ncftp", fetches | writes,
         "-d -e=code -c=code -f=code -p=text -u=text",
         "address* <commands"},
        {"tftp", fetches | writes, "-46v -l=read -r=text", "address* <commands"},
        {"aria2c", fetches | writes,
         "-q --quiet -d=write!scatters --dir=write!scatters -o=write --out=write -s=text --split=text -x=text "
         "--max-connection-per-server=text -j=text --max-concurrent-downloads=text -c --continue -V --check-integrity -i=list "
         "--input-file=list -l=write --log=write --header=data --max-tries=text --timeout=text "
         "--conf-path=load --on-download-complete=program --on-bt-download-complete=program "
         "--on-download-error=program --on-download-start=program --on-download-stop=program",
         "url* <data"},
        {"axel", fetches | writes, "-n=text -o=write -q -v -a -k -c -4 -6 -H=text -U=text", "url* <data"},
        {"yt-dlp|youtube-dl", fetches | writes,
         "-F -q -v -s --list-formats --simulate --skip-download -j --dump-json -f=text --format=text -o=write!scatters -x --extract-audio "
         "--audio-format=text -i --ignore-errors --no-playlist --yes-playlist -a=list --batch-file=list -P=write!scatters "
         "--cookies=read!writes --cookies-from-browser=text!secrets --write-subs --write-auto-subs --sub-langs=text --get-title -g --get-url "
         "--exec=shell --downloader=program --external-downloader=program --config-location=load --config-locations=load "
         "--plugin-dirs=load --ffmpeg-location=load --merge-output-format=text --print=text --flat-playlist",
         "url* <data"},
        // It reads `~/.curlrc`. A request that only reads is *network*; what it sends, and what names a file for its output, is more.
        {"curl", fetches,
         "-V!looks --version!looks -h[=text]!looks --help[=text]!looks -M!looks --manual!looks -# -0146afgGiIjklnNpqRsSvBZ23 -: "
         // Requests
         "-A=text --user-agent=text -b=read --cookie=read -C=text --continue-at=text -e=text --referer=text -H=data --header=data "
         "-r=text --range=text -u=text --user=text -z=name --time-cond=name --url=url --url-query=data -X=method --request=method "
         "-Q=method --quote=method --request-target=text!outside --get --head --list-only --append!sends --use-ascii --crlf --next "
         "--include --show-headers --junk-session-cookies --proto=text --no-clobber --rate=text --raw --tr-encoding "
         "--compressed --compressed-ssh --post301 --post302 --post303 --path-as-is --globoff --ignore-content-length "
         "--haproxy-protocol --delegation=text --service-name=text --sasl-authzid=text --sasl-ir --login-options=text "
         "--krb=text --hostpubmd5=text --hostpubsha256=text --tftp-blksize=text --tftp-no-options "
         "--ftp-account=text --ftp-method=text --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode=text "
         "--ftp-ssl-control --disable-eprt --disable-epsv --ftp-create-dirs!sends "
         // What is sent
         "-d=data!sends --data=data!sends --data-ascii=data!sends --data-binary=data!sends --data-raw=text!sends "
         "--data-urlencode=data!sends --json=data!sends -F=data!sends --form=data!sends --form-string=text!sends --form-escape "
         "-T=glob!sends --upload-file=glob!sends --mail-from=text!sends --mail-rcpt=text!sends --mail-auth=text!sends "
         "--mail-rcpt-allowfails "
         // What is written
         "-o=write --output=write -O!writes!scatters --remote-name!writes!scatters --remote-name-all!writes!scatters "
         "-J!writes!scatters --remote-header-name!writes!scatters --output-dir=write --create-dirs!writes --create-file-mode=mode "
         "--remove-on-error!deletes -D=write --dump-header=write -c=write --cookie-jar=write --trace=write --trace-ascii=write "
         "--trace-time --trace-ids --stderr=write --libcurl=write --hsts=write --alt-svc=write --etag-save=write --etag-compare=read "
         "--xattr!writes --remote-time "
         // What it is told
         "-w=layout --write-out=layout --silent --show-error --verbose --progress-bar --no-progress-meter --styled-output "
         "--no-styled-output --suppress-connect-headers --fail --fail-early --fail-with-body "
         // Connections
         "-L!follows --location!follows --location-trusted!follows --max-redirs=text -m=text --max-time=text --connect-timeout=text --retry=text --retry-delay=text "
         "--retry-max-time=text --retry-all-errors --retry-connrefused --max-filesize=text --limit-rate=text -y=text --speed-time=text "
         "-Y=text --speed-limit=text --keepalive-cnt=text --ip-tos=text --vlan-priority=text --mptcp --proxy-http2 --parallel-max-host=text "
         "--keepalive-time=text --no-keepalive --no-buffer --parallel --parallel-max=text "
         "--parallel-immediate --http0.9 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --ipv4 --ipv6 "
         "--happy-eyeballs-timeout-ms=text --expect100-timeout=text --tcp-nodelay --tcp-fastopen --interface=text --local-port=text "
         "--resolve=text!outside --connect-to=text!outside --dns-servers=address --dns-interface=text --dns-ipv4-addr=text --dns-ipv6-addr=text "
         "--doh-url=address --doh-insecure --doh-cert-status --noproxy=text -x=address!outside --proxy=address!outside --preproxy=address!outside "
         "--proxy1.0=address!outside --proxytunnel -U=text --proxy-user=text --proxy-header=data --proxy-insecure --proxy-anyauth --proxy-basic "
         "--proxy-digest --proxy-negotiate --proxy-ntlm --proxy-cacert=read --proxy-cert=read --proxy-key=read --proxy-pass=text "
         "--socks4=address!outside --socks4a=address!outside --socks5=address!outside --socks5-hostname=address!outside --socks5-basic "
         "--unix-socket=read!rights --abstract-unix-socket=text!rights -K=read!writes!sends!rights --config=read!writes!sends!rights --disable "
         // Who it is, and who the other one is
         "--basic --digest --ntlm --negotiate --anyauth --oauth2-bearer=text --aws-sigv4=text --netrc --netrc-optional --netrc-file=read "
         "--insecure --ssl --ssl-reqd --sslv2 --sslv3 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tls-max=text --cacert=read "
         "--capath=read --crlfile=read --cert-status --false-start --no-alpn --no-npn --no-sessionid --ciphers=text --tls13-ciphers=text "
         "--ca-native --proxy-ca-native --sigalgs=text --tls-earlydata "
         "--curves=text -E=read --cert=read --cert-type=text --key=read --key-type=text --pass=text --pubkey=read --pinnedpubkey=read "
         "--tlsauthtype=text --tlsuser=text --tlspassword=text --random-file=read --engine=load",
         "url* covers!sends <sends"},
        {"dig", fetches,
         "-46mruh -b=text -c=text -f=read!outside -k=read -p=text -q=text -t=text -x=text -y=text +=text @=address",
         "address* <data"},
        {"kdig|doggo|dog", fetches, "-46 -t=text -q=text -x=text -p=text +=text @=address", "address* <data"},
        {"drill", fetches, "-46TSDQav -p=text -x @=address", "address* <data"},
        {"delv", fetches, "-46imv -a=read -b=text -c=text -p=text -q=text -t=text -x=text +=text @=address", "address* <data"},
        {"host", fetches, "-46aACdilrsTUvVw -c=text -m=text -N=text -p=text -R=text -t=text -W=text", "address* <data"},
        {"nslookup", fetches,
         "-all -class=text -cl=text -debug -nodebug -d2 -nod2 -domain=text -search -nosearch -port=text -po=text -querytype=text -query=text "
         "-type=text -ty=text -q=text -recurse -norecurse -retry=text -timeout=text -vc -novc -fail -nofail -ndots=text -silent",
         "address* <commands", option_style::words},
        {"whois", fetches,
         "-h=address --host=address -p=text --port=text -H -I --no-recursion --verbose -lLmMcxaBbdDGFKrRS -i=text -s=text -T=text -t=text "
         "-v=text -q=text -g=text",
         "text* <data"},
        {"ftp|tnftp|pftp", sends, "-46adeginptv", "address text* <commands"},
        {"telnet", sends, "-468EKLacdfFrx -b=text -e=text -l=text -n=write -k=text -S=text -X=text", "address text* <commands"},
        {"rcp", sends | writes, "-rpx46 -P=text", "read* write <data"},
        {"sftp-server", sends, "-ehR -d=elsewhere -f=text -l=text -P=text -p=text -u=text", "<commands"},
        {"rsh|remsh|rlogin|rexec|slogin|dbclient|plink", sends, "-46nvxXAaTtN -l=text -p=text -P=text -i=read -o=code",
         "address shells <shell"},
        // A request without data only reads, but for what it is fed.
        {"http|https|xh|xhs|httpie|curlie", fetches,
         "-vhbmqjfIS -F!follows --verbose --headers --body --meta --quiet --json --form --multipart --follow!follows --all --stream --check-status --offline "
         "--ignore-stdin --ignore-netrc --debug --traceback --compress -x --path-as-is --max-redirects=text --max-headers=text --timeout=text "
         "-p=text --print=text -P=text --history-print=text --pretty=text -s=text --style=text --format-options=text --unsorted --sorted "
         "--response-charset=text --response-mime=text --boundary=text --raw=text!sends -o=write --output=write -d!writes!scatters "
         "--download!writes!scatters -c --continue --session=write --session-read-only=read -a=text --auth=text -A=text --auth-type=text "
         "--verify=read --ssl=text --ciphers=text --cert=read --cert-key=read --cert-key-pass=text --proxy=address!outside --default-scheme=text "
         "--chunked",
         "subcommand* <sends"},
        {"http GET|HEAD|OPTIONS|get|head|options", fetches, {}, "url item* covers!sends <sends"},
        {"http POST|PUT|PATCH|DELETE|post|put|patch|delete", sends, {}, "url item* <sends"},
        {"http *", fetches, {}, "url item* covers!sends <sends"},
        // Without `-n` they ask the network for names.
        {"arp", reads, "-n!looks --numeric!looks -aev --all --verbose -i=text --device=text -H=text -t=text --hw-type=text", "text!fetches <data"},
        {"route", reads, "-n!looks --numeric!looks -evFC46 --extend --verbose -A=text", "text!rights* <data"},
        {"ifconfig", looks, "-asv", "text text!rights* <data"},
        {"iwconfig", reads, "-v", "text text!rights* <data"},
        {"ip6tables-save|iptables-save", reads, "-c --counters -t=text --table=text -M=load -f=write", "<data"},
        {"ip", looks,
         "-4 -6 -0 -B -M -s -d -o -br -brief -c[=text] -color[=text] -j -json -p -pretty -r!fetches -V -Version -details -stats -statistics "
         "-oneline -resolve!fetches -t -ts -tshort -timestamp -h -human -human-readable -iec -N -Numeric -a -all -f=text -family=text "
         "-l=text -loops=text -rc=text -rcvbuf=text -b=code -batch=code -force -n=elsewhere -netns=elsewhere",
         "subcommand", option_style::words},
        // Without more it shows them.
        {"ip a|ad|add|addr|address|r|ro|rou|route|n|ne|nei|neigh|neighbor|neighbour|ru|rul|rule", looks, {}, "subcommand", option_style::words},
        {"ip a show|sho|sh|s|list|lis|li|l|lst|ls|get|g|help", looks, {}, "text*", option_style::words},
        {"ip a add|a|del|d|delete|set|change|chg|replace|append|flush|f|save|restore", rights, {}, "text*", option_style::words},
        {"ip l|li|lin|link|addrlabel|m|ma|madd|maddr|maddress|mr|mroute|mrule|tu|tunnel|tuntap|to|token|tcpmetrics|tcp_metrics|nt|ntable|netconf|"
         "nexthop|macsec|l2tp|fou|mptcp|stats",
         looks, {}, "subcommand", option_style::words},
        {"ip l show|sho|sh|list|lis|li|l|lst|ls|get|g|help", looks, {}, "text*", option_style::words},
        {"ip l add|a|del|d|delete|set|s|change|chg|replace|append|flush|f|save|restore", rights, {}, "text*", option_style::words},
        {"ip mo|mon|monitor", looks, {}, "text!outside*", option_style::words},
        {"ip help", looks, {}, "text*", option_style::words},
        {"ip netns", reads, {}, "subcommand"},
        {"ip netns list|list-id|identify|pids|monitor", reads, {}, "text*"},
        {"ip netns add|delete|del|set|attach", rights, {}, "text*"},
        {"ip netns exec", rights, {}, "text program"},
        {"ip vrf", reads, {}, "subcommand"},
        {"ip vrf show|list|identify|pids", reads, {}, "text*"},
        {"ip vrf exec", rights, {}, "text program"},
        // `-e`, `-c` and their kin start programs.
        {"nc|ncat|netcat|nc.openbsd|nc.traditional", sends,
         "-46bCDdFhklnNrStUuvZz -# -I=text -i=text -m=text -M=text -O=text -P=text -p=text -q=text -s=text -T=text -V=text -W=text -w=text "
         "-X=text -x=address --listen --keep-open --udp --sctp --verbose --wait=text --idle-timeout=text --source=text --source-port=text --ssl "
         "--ssl-verify --ssl-cert=read --ssl-key=read --proxy=address --proxy-type=text --send-only --recv-only --nodns --crlf --broker --chat "
         "-e=program --exec=program --sh-exec=shell -c=shell --lua-exec=code -o=write --output=write --hex-dump=write",
         "address text* <sends"},
        // Without `-n` it asks the network for names.
        {"netstat", reads,
         "-n!looks --numeric!looks --numeric-hosts --numeric-ports --numeric-users -s!looks --statistics!looks -rigMvWNepoclaFCtuUSwx246fbLmRB --route "
         "--interfaces --groups --masquerade --verbose --wide --symbolic --extend --programs --timers --continuous --listening --all --fib --cache --tcp --udp "
         "--udplite --sctp --raw --unix --inet --inet6 -A=text -I=text",
         "text* <data"},
        {"ss", looks,
         "-hVnalopemTisbEZzHO460tMSudwx --numeric --all --listening --options --extended --memory --processes --threads --info --tipcinfo --summary "
         "--tos --cgroup --bpf --events --context --contexts --no-header --oneline --inet-sockopt --ipv4 --ipv6 --packet --tcp --mptcp --sctp --udp "
         "--dccp --raw --unix --tipc --vsock --xdp -f=text --family=text -A=text --query=text --socket=text -r!fetches --resolve!fetches "
         "-K!destroys --kill!destroys -D=write --diag=write -F=read --filter=read -N=text --net=text",
         "text!fetches* <data"},
        // Without `-i` it shows the open files of everybody.
        {"lsof", reads,
         "-i[=socket]!looks -abnPltwvVChHMNOQRUXzE -s[=text] -S[=text] -r[=text] -F[=text] -f[=text] -o[=text] -T[=text] -L[=text] -x[=text] "
         "-A=read -k=read -m=read -e=name -D=write -u=text!outside -p=text!outside -c=text!outside -d=text!outside -g[=text]!outside "
         "-K[=text]!outside +=text!outside",
         "socket* <data"},
        {"lsns", reads, "-JlnruW -p=text --task=text -t=text --type=text -o=text --output=text --output-all --json --list --noheadings --raw",
         "text <data"},
        {"nmcli", rights,
         "-tpv -c=text -e=text -f=text -g=text -m=text -w=text --terse --pretty --version --colors=text --escape=text --fields=text --get-values=text "
         "--mode=text --wait=text -s!secrets --show-secrets!secrets",
         "subcommand"},
        {"nmcli device|dev|d", rights, {}, "subcommand"},
        {"nmcli device status", looks, {}, "<data"},
        {"nmcli device show", looks, {}, "text <data"},
        {"nmcli general|gen|g", rights, {}, "subcommand"},
        {"nmcli general status|permissions", looks, {}, "<data"},
        {"nettop", reads, "-ncdxP -m=text -p=text -t=text -s=text -L=text -l=text -J=text -j=text", "<data"},
        {"nmap", sends,
         "-sS -sT -sU -sV -sn -sP -sC -sL -sA -sO -Pn -PS -PE -n -R -O -A -v -vv -d -6 -F -r -T0 -T1 -T2 -T3 -T4 -T5 --open --reason --top-ports=text "
         "-p=text -p- --min-rate=text --max-rate=text --max-retries=text --host-timeout=text -e=text --traceroute --packet-trace -iL=read!outside "
         "--exclude=text --excludefile=read --script=code --script-args=code -oN=write -oX=write -oG=write -oS=write -oA=write --datadir=load "
         "--stylesheet=load",
         "address* <data", option_style::words},
        {"masscan|zmap", sends, "-p=text --rate=text -oJ=write -oX=write -oG=write -oL=write", "address* <data", option_style::words},
        {"openssl", reads, {}, "subcommand <commands", option_style::words},
        {"openssl version", looks, "-a -b -c -d -e -f -o -p -r -v", {}, option_style::words},
        {"openssl ciphers", looks, "-s -v -V -ssl3 -tls1 -tls1_1 -tls1_2 -tls1_3 -psk -srp -stdname -convert=text -ciphersuites=text", "text",
         option_style::words},
        {"openssl list", looks,
         "-1 -all-algorithms -commands -digest-commands -digest-algorithms -cipher-commands -cipher-algorithms -mac-algorithms -kdf-algorithms "
         "-random-generators -random-instances -encoders -decoders -key-managers -key-exchange-algorithms -kem-algorithms -signature-algorithms "
         "-asymcipher-algorithms -public-key-algorithms -public-key-methods -store-loaders -providers -engines -disabled -objects -verbose "
         "-options=text -select=text -propquery=text -provider=load -provider-path=load",
         {}, option_style::words},
        {"openssl x509", looks,
         "-in=read -out=write -inform=text -outform=text -keyform=text -CAform=text -CAkeyform=text -passin=read -text -noout -subject -issuer -dates "
         "-startdate -enddate -email -serial -hash -subject_hash -subject_hash_old -issuer_hash -issuer_hash_old -ocsp_uri -ocspid -fingerprint "
         "-purpose -pubkey -modulus -alias -trustout -nameopt=text -certopt=text -checkend=text -checkhost=text -checkemail=text -checkip=text "
         "-ext=text -dateopt=text -sha1 -sha256 -sha384 -sha512 -md5 -days=text -preserve_dates -set_serial=text -subj=text -force_pubkey=read "
         "-req -new -x509toreq -copy_extensions=text -clrext -clrtrust -clrreject -addtrust=text -addreject=text -setalias=text -sigopt=text "
         "-vfyopt=text -multi -badsig -extfile=load -extensions=text -CA=read!writes -CAkey=read!secrets -CAserial=write -CAcreateserial!writes "
         "-signkey=read!secrets -key=read!secrets -rand=read -writerand=write -engine=load -provider=load -provider-path=load -propquery=text",
         "<data", option_style::words},
        {"openssl crl", looks,
         "-in=read -out=write -inform=text -outform=text -text -noout -issuer -lastupdate -nextupdate -fingerprint -hash -crlnumber -verify -CAfile=read "
         "-CApath=read -nameopt=text -key=read!secrets -gendelta=read -badsig -engine=load -provider=load -provider-path=load",
         "<data", option_style::words},
        {"openssl dgst", looks,
         "-c -r -hex -binary -d -debug -list -out=write -sign=read!secrets -verify=read -prverify=read!secrets -signature=read -keyform=text -passin=read "
         "-hmac=text -mac=text -macopt=text -sigopt=text -fips-fingerprint -xoflen=text -md5 -md5-sha1 -sha1 -sha224 -sha256 -sha384 -sha512 "
         "-sha512-224 -sha512-256 -sha3-224 -sha3-256 -sha3-384 -sha3-512 -shake128 -shake256 -ripemd160 -rmd160 -sm3 -blake2s256 -blake2b512 "
         "-rand=read -writerand=write -engine=load -engine_impl -provider=load -provider-path=load -propquery=text",
         "read* <data", option_style::words},
        {"openssl rand", looks, "-out=write -base64 -hex -rand=read -writerand=write -engine=load -provider=load -provider-path=load", "text",
         option_style::words},
        {"openssl prime|errstr|help", looks, "-hex -generate -bits=text -safe -checks=text -provider=load -provider-path=load", "text*",
         option_style::words},
        {"openssl passwd", reads, "-1 -5 -6 -apr1 -aixmd5 -noverify -quiet -table -reverse -salt=text -in=read -stdin -rand=read -writerand=write",
         "text* <data", option_style::words},
        {"openssl verify", looks,
         "-verbose -show_chain -CAfile=read -CApath=read -no-CAfile -no-CApath -no-CAstore -trusted=read -untrusted=read -CRLfile=read -crl_check "
         "-crl_check_all -partial_chain -purpose=text -verify_name=text -verify_hostname=text -verify_email=text -verify_ip=text -verify_depth=text "
         "-attime=text -ignore_critical -issuer_checks -x509_strict -nameopt=text -engine=load -provider=load -provider-path=load",
         "read* <data", option_style::words},
        {"openssl asn1parse", looks,
         "-in=read -inform=text -noout -offset=text -length=text -i -dump -dlimit=text -strparse=text -genstr=text -strictpem -item=text -out=write "
         "-genconf=load -oid=read -provider=load -provider-path=load",
         "<data", option_style::words},
        // What makes a request or a certificate may make a key for it, in a file that the settings name.
        {"openssl req", looks,
         "-in=read -out=write -inform=text -outform=text -new!writes!scatters -x509!writes!scatters -newkey=text!writes!scatters "
         "-precert!writes!scatters -noenc -nodes -text -noout -pubkey -subject -modulus -verify -subj=text "
         "-multivalue-rdn -days=text -set_serial=text -addext=text -extensions=text -reqexts=text -batch -key=read -keyform=text -keyout=write "
         "-reqopt=text -vfyopt=text -newhdr -passin=read -passout=read -sha256 -sha384 -sha512 -sha1 -nameopt=text -utf8 -verbose -pkeyopt=text "
         "-sigopt=text -copy_extensions=text "
         "-CA=read!writes!scatters -CAkey=read -rand=read -writerand=write -config=load -section=text -engine=load -keygen_engine=load -provider=load "
         "-provider-path=load",
         "<data", option_style::words},
        // They show keys.
        {"openssl ec|rsa|dsa|dh|pkey|pkcs8|pkcs12|genrsa|genpkey|ecparam|dhparam|gendsa|storeutl", secrets,
         "-in=read -out=write -inform=text -outform=text -passin=read -passout=read -pass=read -text -text_pub -noout -check -pubcheck -pubin -pubout "
         "-modulus -aes128 -aes192 -aes256 -des3 -nocrypt -topk8 -v2=text -traditional -name=text -genkey -list_curves!looks -param_enc=text -conv_form=text "
         "-algorithm=text -pkeyopt=text -paramfile=read -nokeys -nocerts -clcerts -cacerts -info -nodes -noenc -legacy -export -inkey=read -certfile=read "
         "-CAfile=read -password=read -rand=read -writerand=write -engine=load -provider=load -provider-path=load",
         "text <data", option_style::words},
        {"openssl base64", looks, "-in=read -out=write -e -d -a -A -base64 -v -bufsize=text", "<data", option_style::words},
        {"openssl enc|aes-256-cbc|aes-128-cbc", reads,
         "-in=read -out=write -e -d -a -A -base64 -k=text -kfile=read -K=text -iv=text -S=text -salt -nosalt -nopad -pass=read -pbkdf2 -iter=text -md=text "
         "-p -P -v -z -list -ciphers -none -aes-256-cbc -aes-128-cbc -aes-192-cbc -rand=read -writerand=write -engine=load -provider=load "
         "-provider-path=load",
         "<data", option_style::words},
        {"openssl pkcs7", looks,
         "-in=read -out=write -inform=text -outform=text -print_certs -print -text -noout -quiet -engine=load -provider=load -provider-path=load "
         "-propquery=text",
         "<data", option_style::words},
        {"openssl crl2pkcs7", looks,
         "-in=read -out=write -inform=text -outform=text -nocrl -certfile=read -provider=load -provider-path=load -propquery=text", "<data",
         option_style::words},
        {"openssl cms|smime|ts|ocsp|speed", reads,
         "-in=read -out=write -inform=text -outform=text -print_certs -print -text -noout -signer=read -inkey=read -CAfile=read -respout=write "
         "-reqout=write -certsout=write -engine=load -config=load -provider=load -provider-path=load",
         "read* <data", option_style::words},
        {"openssl s_client", sends,
         "-connect=address -host=address -port=text -servername=text -noservername -showcerts -brief -quiet -status -state -debug -msg -crlf -ign_eof "
         "-tls1 -tls1_1 -tls1_2 -tls1_3 -alpn=text -starttls=text -verify=text -verify_return_error -verify_hostname=text -CAfile=read -CApath=read "
         "-cert=read -key=read -pass=read -cipher=text -ciphersuites=text -proxy=address -4 -6 -reconnect -no_ssl3 -no_tls1 -no_tls1_1 -no_tls1_2 "
         "-no_tls1_3 -engine=load -sess_in=read -sess_out=write -keylogfile=write -msgfile=write -provider=load -provider-path=load",
         "address <sends", option_style::words},
        {"ping|ping6", fetches,
         "-aAbBCdDhLnOqrRUvV46 -c=text -e=text -F=text -i=text -I=text -l=text -m=text -M=text -N=text -p=text -Q=text -s=text -S=text -t=text -T=text "
         "-w=text -W=text",
         "address* <data"},
        {"fping", fetches, "-aAdDemnoqRsuv46 -b=text -c=text -C=text -H=text -i=text -I=text -l -p=text -r=text -S=text -t=text -x=text -f=read!outside -g",
         "address* <data"},
        {"traceroute|traceroute6", fetches,
         "-46dFnrITUDAeV -f=text --first=text -g=address -i=text --interface=text -m=text --max-hops=text -N=text -p=text --port=text -t=text -l=text "
         "-w=text --wait=text -q=text --queries=text -s=text -z=text --mtu --icmp --tcp --udp --back --as-path-lookups --resolve-hostnames",
         "address text <data"},
        {"tracepath", fetches, "-46bnV -l=text -m=text -p=text", "address <data"},
        {"mtr", fetches,
         "-46rwlCjxnbTuSezt --report --report-wide --raw --csv --json --xml --no-dns --show-ips --tcp --udp --sctp --mpls --aslookup --curses -c=text "
         "--report-cycles=text -o=text --order=text -i=text --interval=text -s=text --psize=text -m=text --max-ttl=text -f=text --first-ttl=text -P=text "
         "--port=text -a=text --address=text -F=read!outside --filename=read!outside -G=text -Z=text --timeout=text -y=text --ipinfo=text",
         "address* <data"},
        // `-e` is what it starts, here and there.
        {"rsync", sends | writes,
         "--help!looks --version!looks -V!looks "
         "-zlptgoDuhHAXSxPcqRKdOIWiCFEmbyv0846NUJs -n!looks!keeps -a!recurses --archive!recurses -r!recurses --recursive!recurses -k!follows --copy-dirlinks!follows "
         "-L!follows --copy-links!follows --copy-unsafe-links!follows --safe-links --munge-links --keep-dirlinks --insecure-links!follows "
         "-e=shell --rsh=shell --rsync-path=shell --remote-option=code -M=code --copy-as=text!rights --daemon!loads --config=load --dparam=code "
         "-f=list --filter=list --exclude=text --include=text --cvs-exclude --exclude-from=read --include-from=read --files-from=list --from0 "
         "--verbose --info=text --debug=text --stderr=text --quiet --no-motd --stats --human-readable --progress --itemize-changes --out-format=text "
         "--log-file=write --log-file-format=text --list-only --8-bit-output --outbuf=text "
         "--checksum --inc-recursive --no-inc-recursive --relative --no-implied-dirs --backup --backup-dir=write --suffix=text --update --inplace "
         "--append --append-verify --dirs --mkpath --links --hard-links --perms --executability --chmod=mode --acls --xattrs --owner --group --devices "
         "--specials --times --atimes --open-noatime --crtimes --omit-dir-times --omit-link-times --super!rights --fake-super --sparse --preallocate "
         "--dry-run!looks!keeps --whole-file --no-whole-file --checksum-choice=text --one-file-system -B=text --block-size=text --existing --ignore-non-existing "
         "--ignore-existing --ignore-missing-args --ignore-errors --force!deletes --max-delete=text --max-size=text --min-size=text --partial "
         "--partial-dir=write --delay-updates --prune-empty-dirs --numeric-ids --usermap=text --groupmap=text --chown=text --timeout=text "
         "--contimeout=text --ignore-times --size-only --modify-window=text -T=write --temp-dir=write --fuzzy --compare-dest=read --copy-dest=read "
         "--link-dest=read --compress --compress-choice=text --compress-level=text --skip-compress=text --old-args --secluded-args --protect-args "
         "--trust-sender --address=text --port=text --sockopts=text --blocking-io --password-file=read --early-input=read --bwlimit=text "
         "--stop-after=text --stop-at=text --fsync --write-batch=write --only-write-batch=write --read-batch=read --protocol=text --iconv=text "
         "--checksum-seed=text --ipv4 --ipv6 --no-perms --no-owner --no-group --no-times --no-links --no-recursive --no-relative --no-compress "
         "--delete!deletes --delete-before!deletes --delete-during!deletes --del!deletes --delete-delay!deletes --delete-after!deletes "
         "--delete-excluded!deletes --delete-missing-args!deletes --remove-source-files!deletes",
         "read* write <data"},
        {"scp", sends | writes | named,
         "-346ABCOpqRTv -r!recurses!follows -c=text -i=read -J=address -l=text -P=text -X=text -D=program -S=program -F=load -o=code",
         "read* write <data"},
        {"sftp", sends | writes,
         "-46AaCfNpqv -r!recurses -B=text -b=code -c=text -i=read -J=address -l=text -P=text -R=text -s=text -X=text -D=program -S=program -F=load -o=code",
         "address write <commands"},
        {"socat", sends, "-dDvxuUV -h -L=write -ly -s -t=text -T=text -b=text", "code* <sends"},
        {"ssh", sends,
         "-V!looks -46AaCfGgKkMNnqsTtvXxYy -B=text -b=text -c=text -D=text!rights -E=write -e=text -I=load -i=read -J=address -L=text!rights -l=text "
         "-m=text -O=text -p=text -Q=text!looks -R=text!rights -S=write -W=address -w=text!rights -F=load -o=code",
         "address shells <shell"},
        {"autossh", sends,
         "-46AaCfGgKkNnqsTtVvXxYy -M=text -b=text -c=text -D=text!rights -e=text -I=load -i=read -L=text!rights -l=text -m=text -O=text -p=text "
         "-R=text!rights -S=write -w=text!rights -F=load -o=code",
         "address shells <shell"},
        {"pdsh|rpdsh|dsh|clush|pssh|parallel-ssh|mpssh|mussh|cssh|clusterssh|winexe|psexec", sends,
         "-acivMA -w=text -h=read -H=text -l=text -u=text -x=text -X=text -f=text -t=text -o=write -e=write -p=text -R=load -g=text -m=text",
         "text* shells <shell"},
        {"et", sends, "-p=text --port=text -u=text --username=text -v=text -c=shell --command=shell", "address <shell"},
        {"mosh", sends,
         "-46an -p=text --port=text --predict=text --family=text --ssh=shell --server=shell --client=program --no-init --local",
         "address program <shell"},
        {"ssh-add", rights, "-cDdKkqvXx -L -l -E=text -H=read -h=text -S=load -s=load -e=text -T=read -t=text", "read* <data"},
        {"ssh-copy-id", rights, "-fns -i=read -p=text -o=code -F=load", "address <data"},
        {"ssh-keygen", writes,
         "-l!looks -L!looks -eBiyqvgUhuQ -p!writes -c!writes -H!writes -A!writes -k!writes -s=read!writes -Y=text!writes -M=text!writes -R=text!deletes "
         "-t=text -b=text -C=text -N=text -P=text -f=archive -F=text!outside -E=text -m=text -a=text -I=text -n=text -V=text -z=text -r=text -O=text -Z=text "
         "-D=load -w=load",
         "text <data"},
        {"ssh-keyscan", fetches, "-46cDHqv -f=read!outside -O=text -p=text -T=text -t=text", "address* <data"},
        // `-z` is started for each file that is full.
        {"tcpdump", rights,
         "-AbdDefhHIJKlLnNOpqStuUvxX# -i=text -c=text -s=text -y=text -m=load -M=text -F=read -r=read -V=read!outside -w=write -W=text -C=text -G=text "
         "-T=text -E=text -B=text -Q=text -j=text -z=program --postrotate-command=program -Z=text --count --print --list-interfaces --number "
         "--immediate-mode",
         "text* <data"},
        {"tshark|dumpcap", rights,
         "-DLnlpqPVxS -i=text -c=text -s=text -y=text -f=text -Y=text -R=text -T=text -e=text -E=text -d=text -N=text -z=text -a=text -b=text -r=read "
         "-w=write -X=code -o=text -C=load",
         "text* <data"},
        // It writes, where it is not told to print or to write nowhere.
        {"wget", fetches | writes,
         "-V!looks --version!looks -h!looks --help!looks -bdqvSnFNcEKkmprHLx46 --background --debug --quiet --verbose --no-verbose "
         "--report-speed=text --force-html --no-config --retry-connrefused --retry-on-http-error=text --no-clobber --no-netrc --continue "
         "--start-pos=text --progress=text --show-progress --timestamping --no-if-modified-since --no-use-server-timestamps --server-response --spider "
         "-T=text --timeout=text --dns-timeout=text --connect-timeout=text --read-timeout=text -w=text --wait=text --waitretry=text --random-wait "
         "--no-proxy -Q=text --quota=text --bind-address=text --limit-rate=text --no-dns-cache --restrict-file-names=text --ignore-case --inet4-only "
         "--inet6-only --prefer-family=text --user=text --password=text --ask-password --no-iri --local-encoding=text --remote-encoding=text --unlink "
         "--xattr --no-directories --force-directories --no-host-directories --protocol-directories --cut-dirs=text --http-user=text "
         "--http-password=text --no-cache --default-page=text --adjust-extension --ignore-length --header=text --compression=text --max-redirect=text "
         "--proxy-user=text --proxy-password=text --referer=text --save-headers -U=text --user-agent=text --no-http-keep-alive --no-cookies "
         "--load-cookies=read --keep-session-cookies --content-disposition --content-on-error --auth-no-challenge --secure-protocol=text --https-only "
         "--no-check-certificate --certificate=read --certificate-type=text --private-key=read --private-key-type=text --ca-certificate=read "
         "--ca-directory=read --crl-file=read --pinnedpubkey=read --ciphers=text --no-hsts --hsts-file=write --ftp-user=text --ftp-password=text "
         "--no-remove-listing --no-glob --no-passive-ftp --preserve-permissions --retr-symlinks --recursive -l=text --level=text --delete-after!deletes "
         "--convert-links --convert-file-only --backups[=text] --backup-converted --mirror --page-requisites --strict-comments -A=text --accept=text "
         "-R=text --reject=text --accept-regex=text --reject-regex=text --regex-type=text -D=text --domains=text --exclude-domains=text --follow-ftp "
         "--follow-tags=text --ignore-tags=text --span-hosts --relative -I=text --include-directories=text --trust-server-names -X=text "
         "--exclude-directories=text --no-parent -t=text --tries=text -B=address --base=address -i=list --input-file=list "
         "-e=code --execute=code --config=load --use-askpass=program --post-data=text!sends --post-file=read!sends --body-data=text!sends "
         "--body-file=read!sends --method=text!sends -O=write --output-document=write -o=write --output-file=write -a=write --append-output=write "
         "-P=write!scatters --directory-prefix=write!scatters --rejected-log=write --save-cookies=write --warc-file=write --warc-dedup=read "
         "--warc-header=text --warc-max-size=text --warc-cdx --warc-tempdir=write",
         "url* <data"},
        {"wget2", fetches | writes,
         "-qvcNrpmk --quiet --no-verbose -O=write --output-document=write -o=write --output-file=write -P=write!scatters "
         "--directory-prefix=write!scatters --header=text -U=text --user-agent=text --spider -t=text --tries=text -T=text --timeout=text",
         "url* <data"},
        {"websocat", sends, "-1ntbEkvU -H=text --header=text --exec=shell --sh-c=shell", "code* <sends"},
        {"grpcurl|evans", sends,
         "-plaintext -insecure -H=text -d=data -v -vv -import-path=read -proto=read -protoset=read -format=text -authority=text -cacert=read -cert=read "
         "-key=read -max-time=text -connect-timeout=text",
         "address text* <sends", option_style::words},
        // `~!` in what they are given runs a shell.
        {"mail|mailx|s-nail|heirloom-mailx|bsd-mailx", sends, "-EHInvNdi -s=text -a=read -b=text -c=text -r=text -f=read -u=text -S=code", "text* <commands"},
        {"mutt|neomutt", sends, "-nRvyzZ -s=text -a=read -b=text -c=text -i=read -f=read -e=code -F=load", "text* <commands"},
        {"smbclient|cadaver|psftp", sends | writes, "-LNgPk -U=text -W=text -I=address -p=text -c=code --command=code -b=code", "address text* <commands"},
        {"unison", sends | writes, "-batch -auto -ui=text -silent -sshcmd=program -rshcmd=program -diff=shell -merge=shell", "text* <data",
         option_style::words},
        {"rdiff-backup", sends | writes, "-v=text -l --force --print-statistics --remote-schema=shell", "text* <data"},
        {"sendmail|msmtp|swaks", sends, "-tivn -f=text -F=text -a=text -C=load --to=text --from=text --server=address --body=data --attach=data", "text* "
         "<sends"},
    };
    return rows;
}
// clang-format on

}  // namespace assent::programs
