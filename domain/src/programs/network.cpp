#include "families.hpp"

namespace assent::programs {

std::span<const program_row> network() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"lftp|ncftp|tftp", fetches | writes, "-* --* -e=code -c=code -f=code", "address* <commands"},
        {"aria2c|axel|yt-dlp|youtube-dl", fetches | writes,
         "-* --* --conf-path=load --on-download-complete=program --on-bt-download-complete=program "
         "--on-download-error=program --on-download-start=program --on-download-stop=program --exec=shell "
         "--downloader=program --config-location=load --config-locations=load --plugin-dirs=load -e=code "
         "-c=code "
         "-f=code",
         "address*"},
        // What names a file for its output writes it.
        {"curl", fetches | sends,
         "-V!looks --version!looks -#0146afgGhIijkLlMnNpqRsSvZB -A=text --user-agent=text -b=text "
         "--cookie=text -C=text "
         "--continue-at=text "
         "-e=text --referer=text -E=read --cert=read -H=text --header=text -m=text --max-time=text -r=text "
         "--range=text "
         "-U=text --proxy-user=text -u=text --user=text -w=text --write-out=text -x=address --proxy=address "
         "-y=text -Y=text "
         "-z=text --time-cond=text --url=address --url-query=text --get --head --location --location-trusted "
         "--silent "
         "--show-error --fail --fail-early --fail-with-body --include --show-headers --insecure --verbose "
         "--compressed "
         "--tr-encoding --http0.9 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only "
         "--ipv4 --ipv6 "
         "--tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tls-max=text --ssl --ssl-reqd --sslv2 --sslv3 "
         "--no-buffer "
         "--no-keepalive --keepalive-time=text --no-progress-meter --progress-bar --connect-timeout=text "
         "--retry=text "
         "--retry-delay=text --retry-max-time=text --retry-all-errors --retry-connrefused --max-redirs=text "
         "--max-filesize=text --limit-rate=text --speed-limit=text --speed-time=text --cacert=read "
         "--capath=read "
         "--cert-type=text --ciphers=text --curves=text --key=read --key-type=text --pass=text "
         "--pinnedpubkey=text "
         "--resolve=text --connect-to=text --dns-servers=text --interface=text --local-port=text "
         "--noproxy=text "
         "--proxy-header=text --proxy-insecure --socks4=address --socks4a=address --socks5=address "
         "--socks5-hostname=address --basic --digest --ntlm --negotiate --anyauth --oauth2-bearer=text "
         "--aws-sigv4=text "
         "--netrc --netrc-optional --netrc-file=read -X=text --request=text -d=text --data=text "
         "--data-ascii=text --data-binary=text --data-raw=text --data-urlencode=text "
         "--json=text -F=text --form=text --form-string=text -T=read --upload-file=read "
         "-Q=text --quote=text --mail-from=text --mail-rcpt=text -o=write --output=write "
         "-O!writes --remote-name!writes --remote-name-all!writes -J!writes --remote-header-name!writes "
         "--output-dir=write --create-dirs!writes -D=write --dump-header=write -c=write --cookie-jar=write "
         "--trace=write "
         "--trace-ascii=write --stderr=write --libcurl=write --hsts=write --alt-svc=write --etag-save=write "
         "--etag-compare=read -K=read!writes --config=read!writes --engine=load --unix-socket=read!rights "
         "--abstract-unix-socket=text!rights "
         "--disable --path-as-is --globoff --parallel --parallel-max=text --raw --request-target=text "
         "--happy-eyeballs-timeout-ms=text "
         "--tcp-nodelay --tcp-fastopen --styled-output --no-styled-output --remote-time --xattr!writes",
         "address*"},
        {"dig|drill|host|nslookup|whois|delv|doggo|dog|kdig", reads, "-* --* -f=read +*", "text*"},
        {"ftp|telnet|tnftp|pftp", sends, "-* --*", "address text* <commands"},
        {"rcp|sftp-server", sends, "-* --*", "address text*"},
        {"rsh|remsh|rlogin|rexec|slogin|dbclient|plink", sends, "-* --* -o=code", "address shells <shell"},
        {"http|https|xh|httpie|curlie", sends,
         "-* --* -o=write --output=write --download!writes -d!writes --session=write", "address text*"},
        // Without `-n` they ask the network for names.
        {"arp|route", reads, "-n!looks -aAev", "text!rights text*"},
        {"ifconfig", looks, "-aAnev", "text!rights text*"},
        {"iwconfig|ip6tables-save|iptables-save", reads, "-aAneFvls", "text!rights text*"},
        {"ip", looks,
         "-4 -6 -0 -B -M -s -d -o -br -brief -c -color -j -json -p -pretty -r!fetches -V -details -stats "
         "-statistics "
         "-oneline "
         "-resolve!fetches -t -ts -timestamp -h -human -iec -N -a -all -f=text -family=text -b=code "
         "-batch=code "
         "-n=elsewhere -netns=elsewhere",
         "subcommand", option_style::words},
        {"ip a|addr|address|link|l|route|r|ro|neigh|neighbour|n|rule|ru|maddr|mroute|tunnel|token|monitor|"
         "tcp_metrics",
         looks, "-*", "subcommand", option_style::words},
        {"ip a show|list|ls|sh|get", looks, "-*", "text*", option_style::words},
        {"ip a add|del|delete|set|change|replace|append|flush|save|restore|up|down", rights, "-*", "text*",
         option_style::words},
        {"ip netns", rights, {}, "subcommand"},
        {"ip netns list|list-id|identify|pids|monitor", reads, {}, "text*"},
        {"ip netns add|delete|del|set|attach", rights, {}, "text*"},
        {"ip netns exec", rights, {}, "text program"},
        {"ip vrf", rights, {}, "subcommand"},
        {"ip vrf exec", rights, {}, "text program"},
        // `-e`, `-c` and their kin start programs.
        {"nc|ncat|netcat|nc.openbsd|nc.traditional", sends,
         "-46bCDdFhklnNrStUuvZz -# -I=text -i=text -m=text -M=text -O=text -P=text -p=text -q=text -s=text "
         "-T=text -V=text "
         "-W=text -w=text -X=text -x=text --listen --udp --verbose --wait=text --source-port=text --ssl "
         "--send-only "
         "--recv-only -e=program --exec=program --sh-exec=shell -c=shell --lua-exec=code -o=write "
         "--output=write",
         "address text*"},
        {"netstat", reads, "-n!looks --numeric!looks -* --*", "text*"},
        {"ss", looks,
         "-* --* -r!fetches --resolve!fetches -K!destroys --kill!destroys -D=write --diag=write -F=read "
         "--filter=read -N=text --net=text",
         "text!fetches*"},
        // Without `-i` it shows the open files of everybody.
        {"lsof", reads,
         "-i[=text]!looks -nPltwVbCORT -a -s[=text] -r[=text] -F[=text] -D=write -u=text!outside "
         "-p=text!outside "
         "-c=text!outside -d=text!outside -g[=text]!outside -U!outside -N!outside -K[=text]!outside "
         "+=text!outside",
         "read*"},
        {"nettop|lsns", reads, "-* --*", "text*"},
        {"nmap|masscan|zmap", sends,
         "-* --* --script=code -oN=write -oX=write -oG=write -oA=write --datadir=load", "address*",
         option_style::words},
        {"openssl", reads, {}, "subcommand", option_style::words},
        {"openssl version|ciphers|list", looks,
         "-* -engine=load -provider=load -provider-path=load -config=load", "text*", option_style::words},
        {"openssl x509|crl", looks,
         "-* -in=read -out=write -writerand=write -engine=load -keyform=text -provider=load "
         "-provider-path=load "
         "-config=load -extfile=load -CAserial=write -CAcreateserial!writes -CA=read!writes -CAkey=read "
         "-signkey=read "
         "-key=read -CAfile=read",
         "text*", option_style::words},
        {"openssl req|verify|asn1parse|dgst|rand|prime|errstr|help|speed|enc|"
         "base64|md5|sha256|sha1|ec|rsa|dsa|dh|ecparam|dhparam|pkey|pkcs12|pkcs7|pkcs8|storeutl|cms|smime|"
         "genrsa|genpkey|passwd|ocsp|ts",
         reads,
         "-* -out=write -writerand=write -engine=load -keyform=text -provider=load -provider-path=load "
         "-config=load "
         "-signer=read -keyout=write -extfile=load -CAserial=write -CAcreateserial!writes -sign=read "
         "-index=write -respout=write "
         "-reqout=write -certsout=write",
         "text*", option_style::words},
        {"openssl s_client", sends,
         "-* -engine=load -sess_out=write -keylogfile=write -msgfile=write -provider=load "
         "-provider-path=load "
         "-config=load",
         "text*", option_style::words},
        {"ping|ping6|fping|traceroute|traceroute6|tracepath|mtr|arping|pathping", fetches, "-* --*",
         "address*"},
        // `-e` is what it starts, here and there.
        {"rsync", sends | writes,
         "-avzrlptgoDuhHAXSxnPcqRLkKdOIWiCFEmbyE0846 --* -e=shell --rsh=shell --rsync-path=shell -f=text "
         "--filter=text "
         "-B=text -M=text --remote-option=code -T=write --files-from=read --exclude-from=read "
         "--include-from=read "
         "--log-file=write --password-file=read --delete!deletes --delete-before!deletes "
         "--delete-during!deletes "
         "--del!deletes --delete-delay!deletes --delete-after!deletes --delete-excluded!deletes "
         "--delete-missing-args!deletes --remove-source-files!deletes --config=load --early-input=read "
         "--write-batch=write --only-write-batch=write --daemon!loads",
         "read* write"},
        {"scp", sends | writes,
         "-346ABCOpqRrTv -c=text -i=read -J=address -l=text -P=text -X=text -D=program -S=program -F=load "
         "-o=code",
         "read* write"},
        {"sftp", sends | writes,
         "-46AaCfNpqrv -B=text -b=code -c=text -i=read -J=address -l=text -P=text -R=text -s=text -X=text "
         "-D=program -S=program "
         "-F=load -o=code",
         "address write <commands"},
        {"socat", sends, "-* --*", "code*"},
        {"ssh", sends,
         "-V!looks -46AaCfGgKkMNnqsTtvXxYy -B=text -b=text -c=text -D=text!rights -E=write -e=text -I=load "
         "-i=read "
         "-J=address -L=text!rights "
         "-l=text -m=text -O=text -p=text -Q=text -R=text!rights -S=write -W=address -w=text!rights -F=load "
         "-o=code",
         "address shells <shell"},
        {"autossh", sends,
         "-46AaCfGgKkNnqsTtVvXxYy -M=text -b=text -c=text -D=text -e=text -I=load -i=read -L=text -l=text "
         "-m=text -O=text "
         "-p=text -R=text -S=write -w=text -F=load -o=code",
         "address shells <shell"},
        {"pdsh|rpdsh|dsh|clush|pssh|parallel-ssh|mpssh|mussh|cssh|clusterssh|winexe|psexec", sends, "-* --*",
         "text* shells <shell"},
        {"et", sends, "-* --* -c=shell --command=shell", "address <shell"},
        {"mosh", sends,
         "-46an -p=text --port=text --predict=text --family=text --ssh=shell --server=shell --client=program "
         "--no-init --local",
         "address program <shell"},
        {"ssh-add", rights, "-* -S=load -s=load", "text*"},
        {"ssh-copy-id", rights, "-* -o=code -F=load", "address"},
        {"ssh-keygen", writes, "-* -D=load -w=load", "text*"},
        {"ssh-keyscan", fetches, "-* --*", "text*"},
        // `-z` is started for each file that is full.
        {"tcpdump|tshark|dumpcap", rights,
         "-* --* -w=write -z=program --postrotate-command=program -X=code -r=read -F=read -i=text -c=text "
         "-s=text -Z=text",
         "text*"},
        {"wget", fetches | writes,
         "-V!looks --version!looks -46bcdEFHhKkLmNnpqrSsv -A=text -a=write -B=address -D=text -e=code "
         "-I=text -i=read -l=text "
         "-O=write "
         "-o=write "
         "-P=write -Q=text -R=text -t=text -T=text -U=text -w=text -X=text -nv -nc -nd -nH -np -nh --* "
         "--execute=code "
         "--config=load --use-askpass=program --post-data=text!sends --post-file=read!sends "
         "--body-data=text!sends "
         "--body-file=read!sends --method=text!sends --warc-dedup=read --rejected-log=write "
         "--save-cookies=write "
         "--ca-certificate=read --input-file=read --header=text --user-agent=text --output-document=write "
         "--output-file=write",
         "address*"},
        {"wget2", fetches | writes, "-q --quiet -O=write --output-document=write", "address*"},
        {"websocat|grpcurl|evans", sends, "-* --* --exec=shell --sh-c=shell", "address text*"},
        // `~!` in what they are given runs a shell.
        {"mail|mailx|s-nail|heirloom-mailx|bsd-mailx", sends, "-* --*", "text* <commands"},
        {"mutt|neomutt", sends, "-* --* -e=code -F=load", "text* <commands"},
        {"smbclient|cadaver|psftp", sends | writes, "-* --* -c=code --command=code -b=code",
         "address text* <commands"},
        {"unison", sends | writes, "-* --* -sshcmd=program -rshcmd=program -diff=shell -merge=shell", "text*",
         option_style::words},
        {"rdiff-backup", sends | writes, "-* --* --remote-schema=shell", "text*"},
        {"sendmail|msmtp|swaks", sends, "-* --*", "text*"},
    };
    return rows;
}

}  // namespace assent::programs
