#include "families.hpp"

namespace assent::programs {

// Options: binutils 2.40, util-linux 2.38, procps 4.0.2, psmisc 23.6, systemd 252, tmux 3.3a, gdb 13,
// Ghostscript 10.0, ImageMagick 6.9, groff 1.22.4; of programs of macOS those of version 14.
std::span<const program_row> system_tools() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        // `@file` is more options. Separate debug files are looked for, by the network too, and sources are read that debug
        // information names.
        {"nm|gnm", looks,
         "@=load -l!outside --line-numbers!outside -aABCDegjmnopPrSsuUvVWxHh -f=text -t=text -X=text --debug-syms "
         "--print-file-name --format=text --demangle[=text] --no-demangle --recurse-limit --no-recurse-limit --dynamic "
         "--extern-only --ifunc-chars=text --just-symbols --numeric-sort --no-sort --portability --reverse-sort "
         "--print-size "
         "--print-armap --quiet --size-sort --special-syms --synthetic --radix=text --target=text --undefined-only "
         "--defined-only --unicode=text --no-weak --with-symbol-versions --plugin=load",
         "read* <data"},
        {"objdump", looks,
         "@=load -S!outside --source!outside --source-comment[=text]!outside -l!outside --line-numbers!outside "
         "-W[=text]!fetches --dwarf[=text]!fetches -L!fetches --process-links!fetches -afphxdDsgeGtTrRviHFCwz -P=text "
         "-b=text "
         "-m=text -j=text -M=text -E=text -U=text -I=name --archive-headers --file-headers --private-headers "
         "--private=text "
         "--headers --section-headers --all-headers --disassemble[=text] --disassemble-all --disassemble-zeroes "
         "--full-contents --debugging --debugging-tags --stabs --syms --dynamic-syms --reloc --dynamic-reloc --info "
         "--target=text --architecture=text --section=text --disassembler-options=text --endian=text --file-start-context "
         "--include=name --file-offsets --demangle[=text] --no-demangle --recurse-limit --no-recurse-limit --wide "
         "--unicode=text --start-address=text --stop-address=text --no-addresses --prefix-addresses --show-raw-insn "
         "--no-show-raw-insn --insn-width=text --adjust-vma=text --show-all-symbols --special-syms --inlines "
         "--visualize-jumps[=text] --disassembler-color=text --dwarf-depth=text --dwarf-start=text --dwarf-check "
         "--ctf[=text] --ctf-parent=text "
         "--sframe[=text] --prefix=name!outside --prefix-strip=text",
         "read* <data"},
        {"readelf", looks,
         "@=load -w[=text]!fetches --debug-dump[=text]!fetches -P!fetches --process-links!fetches "
         "-ahlSgtesCnrudVAcDLzIWTvHX "
         "-U=text -x=text -p=text -R=text --all --file-header --program-headers --segments --section-headers --sections "
         "--section-groups --section-details --headers --syms --symbols --dyn-syms --lto-syms --sym-base[=text] "
         "--demangle[=text] --no-demangle --recurse-limit --no-recurse-limit --unicode=text --notes --relocs --unwind "
         "--dynamic --version-info --arch-specific --archive-index --use-dynamic --lint --hex-dump=text --string-dump=text "
         "--relocated-dump=text --decompress --dwarf-depth=text --dwarf-start=text --ctf=text --ctf-parent=text "
         "--ctf-symbols=text --ctf-strings=text --sframe[=text] --histogram --wide --silent-truncation --enable-checks --extra-sym-info",
         "read* <data"},
        {"size", looks, "@=load -ABGdotxfmlVv -e=read --format=text --radix=text --totals --common --target=text", "read* <data"},
        {"c++filt", looks, "@=load -_nirpt -s=text --strip-underscore --no-strip-underscore --no-params --types --no-verbose "
         "--format=text --no-recurse-limit --recurse-limit", "text* <data"},
        {"otool", looks, "-a -f -h -l -L -D -S -T -M -R -I -H -G -t -x -d -o -r -c -v -V -X -m -B -q -Q -j -C -P "
         "-arch=text -s=text+text -p=text -fvs", "read* <data", option_style::words},
        {"addr2line", reads, "@=load -aCfips -b=text -e=read -j=text --addresses --target=text --demangle[=text] --exe=read "
         "--functions --inlines --recurse-limit --no-recurse-limit --pretty-print --basenames --section=text", "text* <data"},
        {"dwarfdump|pahole|dyldinfo", reads, "-a -s -C=text -E -F=text --sizes --expand_types", "read* <data"},
        {"lipo|vtool", reads,
         "-info!looks -archs!looks -detailed_info!looks -show -show-build -verify_arch=text -output=write -o=write -create!writes "
         "-thin=text!writes -extract=text!writes -replace=text!writes -remove=text!writes",
         "read* <data", option_style::words},
        {"at|batch", evaluates, "-lmvMbcrdV -q=text -t=text -f=code", "text*"},
        {"atq|atrm", reads, "-V -q=text -o=text", "text* <data"},
        {"lsblk", looks,
         "-ADEJMOPSabdfilmnprstzy -e=text -I=text -o=text -w=text -x=text -T[=text] --noempty --discard --dedup=text "
         "--include=text --json --merge --output-all --pairs --scsi --tree[=text] --all --bytes --nodeps --exclude=text "
         "--fs "
         "--ascii --list --perms --noheadings --output=text --paths --raw --inverse --topology --width=text --sort=text "
         "--shell --zoned --nvme --virtio --sysroot=elsewhere",
         "name* <data"},
        {"lscpu", looks,
         "-aBbcJxy -C[=text] -e[=text] -p[=text] -s=elsewhere --all --online --bytes --caches[=text] --offline --json "
         "--extended[=text] --parse[=text] --hex --physical --output-all --sysroot=elsewhere",
         "<data"},
        {"lsmem", looks, "-JPabnr -o=text -S=text -s=elsewhere --json --pairs --all --bytes --noheadings --output=text "
         "--output-all --raw --split=text --summary[=text] --sysroot=elsewhere", "<data"},
        {"lsusb", looks, "-vt -s=text -d=text -D=read --verbose --tree", "<data"},
        {"lsmod", looks, "-sv --syslog --verbose", "<data"},
        {"lsb_release", looks, "-vidrcas --id --description --release --codename --all --short", "<data"},
        {"numastat", looks, "-cmnvz -p=text -s[=text]", "text* <data"},
        {"findmnt", looks,
         "-s!outside --fstab!outside -x!outside --verify!outside -F=read --tab-file=read -p[=text]!outside "
         "--poll[=text]!outside -mkAabCcDefiJlnPRrUuvy -d=text -N=text -O=text -o=text -S=name -T=name -M=name -t=text "
         "-w=text --mtab --kernel --all --ascii --bytes --nocanonicalize --canonicalize --df --direction=text --evaluate "
         "--first-only --invert --json --list --task=text --noheadings --options=text --output=text --output-all --pairs "
         "--pseudo --shadowed --submounts --raw --real --source=name --target=name --tree --mountpoint=name --types=text "
         "--uniq --notruncate --nofsroot --shell --verbose --vfs-all --timeout=text",
         "name* <data"},
        {"lspci", looks,
         "-vnxtkbDPm -s=text -d=text -i=read -p=read -F=read -q!fetches -Q!fetches -A=text -H=text!rights",
         "<data"},
        {"blkid", reads, "-dDpil -c=read -o=text -s=text -t=text -L=text -U=text -u=text -g!writes", "name* <data"},
        {"lshw|dmidecode|inxi|sensors|acpi|lsinitramfs|neofetch|fastfetch", reads,
         "-short -json -class=text -C=text -businfo -t=text -s=text -F -b -j -u -a -n -p -stdout -off",
         "text* <data", option_style::words},
        {"modinfo", looks, "-adlpn0 -F=text --author --description --license --parameters --filename --null --field=text",
         "read* <data"},
        {"nvidia-smi|rocm-smi", looks,
         "--help!looks --version!looks -L -q -i=text -l=text -d=text -x -f=write --list-gpus --query --id=text "
         "--loop=text --loop-ms=text --display=text "
         "--xml-format --filename=write --query-gpu=text --query-compute-apps=text --query-accounted-apps=text "
         "--format=text "
         "--showmeminfo=text --showuse --showtemp --showid --json -r!rights --gpu-reset!rights -pm=text!rights "
         "--persistence-mode=text!rights",
         "text* <data", option_style::words},
        {"chattr|chflags|setfattr|xattr", rights, "-RVfhLPHlrcd -n=text -x=text -p=text -w=text -v=text", "write* <data"},
        {"setfacl", rights, "-bkRLPndv -m=text -x=text -M=read -X=read --modify=text --remove=text --remove-all "
         "--remove-default --recursive --set=text --restore=read --default", "write* <data"},
        {"chcon|restorecon|setsebool|icacls", rights, "-RvFnPhu -t=text -r=text -l=text", "write* <data"},
        {"crontab", reads, "--help!looks --version!looks -l -u=text -i -e!loads -r!destroys", "load <commands"},
        {"defaults", reads, "-currentHost -host=text", "subcommand", option_style::words},
        {"defaults read|read-type|domains|find|help", reads, "-app=text -g -globalDomain", "text* <data",
         option_style::words},
        {"defaults write|import|rename", writes,
         "-app=text -g -globalDomain -string=text -int=text -integer=text -float=text -bool=text -boolean=text -data=text "
         "-date=text -array -array-add -dict -dict-add",
         "text* <data", option_style::words},
        {"defaults delete", deletes, "-app=text -g -globalDomain", "text* <data", option_style::words},
        {"dmesg", reads,
         "--help!looks --version!looks -dehHJkLPrStTuwWxp -C!destroys -c!destroys --clear!destroys "
         "--read-clear!destroys -D!rights --console-off!rights "
         "-E!rights --console-on!rights -n=text!rights --console-level=text!rights -F=read --file=read -l=text -f=text "
         "-s=text --level=text --facility=text --human --json --kernel --color[=text] --nopager --force-prefix --raw "
         "--noescape "
         "--syslog --buffer-size=text --userspace --follow --follow-new --decode --show-delta --reltime --ctime --notime "
         "--time-format=text --since=text --until=text",
         "<data"},
        {"diskutil|hdiutil|parted|fdisk|sfdisk|gdisk|sgdisk|cfdisk|mdadm|cryptsetup|zpool|zfs|lvremove|vgremove|pvremove",
         destroys, "-l -s -f -y -p", "write*"},
        {"fuser", reads,
         "--help!looks --version!looks -acfiIlmMnsuvVw46 -k!destroys --kill!destroys --all --interactive --inode "
         "--list-signals --mount --ismountpoint "
         "--namespace=text --silent --user --verbose --writeonly --ipv4 --ipv6",
         "name* <data"},
        // Their commands run others: those of `-ex` and files of them are not read.
        {"gdb|lldb|cgdb|rust-gdb|rust-lldb|gdb-multiarch|gdbtui|arm-none-eabi-gdb|ddd|jdb|dbx|crash", runs,
         "-batch -b -q -quiet -silent -nx -nh -n -args=program; -p=text -pid=text -c=read -core=read -tui "
         "-return-child-result -cd=elsewhere "
         "-ex=code -eval-command=code -x=code -command=code -iex=code -ix=code -init-command=code -o=code "
         "-one-line=code -s=code",
         "read* <commands", option_style::words},
        {"getfacl", looks,
         "-R!recurses --recursive!recurses -L!follows --logical!follows -adceEsPtnp --access --default --omit-header "
         "--all-effective --no-effective --skip-base --physical --tabular --numeric --one-file-system --absolute-names",
         "name* <data"},
        {"getfattr", looks, "-R!recurses --recursive!recurses -L!follows --logical!follows -dhP -n=text -e=text -m=text --dump "
         "--name=text --encoding=text --match=text --no-dereference --only-values --physical --absolute-names", "name* <data"},
        {"getcap", looks, "-r!recurses -vn", "name* <data"},
        {"namei|mountpoint", looks, "-xmolnvqd --mountpoints --modes --owners --long --nosymlinks --vertical --quiet --nofollow "
         "--fs-devno --devno", "name* <data"},
        {"lsacl|getenforce|sestatus", reads, "-bv", "name* <data"},
        {"hostnamectl|timedatectl|localectl", looks,
         "--no-pager --all -a -p=text --property=text --value --json=text --pretty --static --transient "
         "-H=address!sends --host=address!sends -M=text!outside --machine=text!outside",
         "subcommand*"},
        {"hostnamectl status|show|list-timezones|list-locales", looks, {}, "<data"},
        {"loginctl|networkctl|resolvectl|bootctl|coredumpctl", reads,
         "--help!looks --version!looks -alq --no-pager --no-legend --full --all --json=text -p=text --property=text "
         "--value -n=text --lines=text -o=text "
         "--output=text -H=address --host=address -M=text --machine=text",
         "subcommand*"},
        {"loginctl status|show|list|list-sessions|list-users|session-status|user-status", reads, {}, "text* <data"},
        // Of `resolvectl`: it asks the network.
        {"loginctl query", fetches, "-46 -t=text -c=text -i=text --type=text --class=text --legend=text", "text* <data"},
        {"loginctl info|hostname", reads, "-r -S=text -U=text --since=text --until=text", "text* <data"},
        {"journalctl", reads,
         "--help!looks --version!looks -mkrxaqfeN -D=name -S=text -U=text -c=text -b[=text] -u=text -t=text -p=text "
         "-g=pattern -o=text -n[=text] -F=text "
         "-M=text --system --user --machine=text --merge --directory=name --file=read --root=name --image=read "
         "--namespace=text --since=text --until=text --cursor=text --after-cursor=text --cursor-file=write --boot[=text] "
         "--unit=text --user-unit=text --identifier=text --priority=text --facility=text --grep=pattern "
         "--case-sensitive[=text] --dmesg --output=text --output-fields=text --lines[=text] --reverse --show-cursor --utc "
         "--catalog --no-hostname --no-full --full --all --follow --no-tail --quiet --no-pager --pager-end --fields "
         "--field=text --list-boots --disk-usage --header --list-catalog --dump-catalog --verify "
         "--vacuum-size=text!destroys --vacuum-time=text!destroys --vacuum-files=text!destroys --rotate!writes "
         "--flush!writes --relinquish-var!writes --smart-relinquish-var!writes --setup-keys!rights --sync!writes "
         "--update-catalog!writes",
         "text* <data"},
        {"kldload|insmod|modprobe|rmmod|depmod|kextload", rights, "-rvna", "text*"},
        {"killall|pkill|skill|xkill|taskkill", destroys,
         "-# -l -e -f -g -i -n -o -q -r -v -w -x -y -z -I -V -A -c -Z=text -u=text -U=text -s=text -t=text -G=text "
         "-P=text -HUP -INT -KILL -TERM -QUIT -USR1 -USR2 "
         "--signal=text --full --exact --list --quiet --wait --verbose --user=text --euid=text --uid=text --parent=text "
         "--newest --oldest",
         "text* <data", option_style::words},
        {"launchctl", rights, {}, "subcommand"},
        {"launchctl asuser|bsexec", rights, {}, "text program"},
        {"launchctl submit", rights, "-l=text -p=program -o=write -e=write", "text* program", option_style::words},
        {"launchctl list|print|print-disabled|dumpstate|blame|version|help|managerpid|manageruid|managername",
         reads, "-x", "text* <data"},
        // It makes the machine's list of libraries anew; `-p` prints that.
        {"ldconfig", rights, "--help!looks --version!looks -p!looks --print-cache!looks -vnNXl -f=load -C=write -r=elsewhere -c=text --verbose", "write*"},
        // It starts the program to ask it.
        {"ldd", runs, "-durv --data-relocs --function-relocs --unused --verbose", "read* <data"},
        {"login|newgrp", rights, "-fpl -h=text -c=shell", "text* <shell"},
        {"passwd|chpasswd|chsh|chfn|useradd|adduser|usermod|userdel|deluser|groupadd|addgroup|"
         "groupmod|groupdel|delgroup|gpasswd|visudo|vipw|dscl|dseditgroup|sysadminctl|htpasswd|setcap|pwck",
         rights, "-aBbcdefgGlmMnNoprRsSuUvxk", "text*"},
        {"logger|notify-send|wall|write|say|espeak|osd_cat", writes,
         "-s -t=text -p=text -u=text -i=text -a=text -c=text -v=text -r=text -o=write -f=read --tag=text --priority=text "
         "--urgency=text --expire-time=text --icon=text --app-name=text --category=text",
         "text* <data"},
        {"mkfs|mkfs.ext2|mkfs.ext3|mkfs.ext4|mkfs.xfs|mkfs.btrfs|mkfs.vfat|mkfs.fat|mkfs.ntfs|mkfs.exfat|mke2fs|"
         "mkswap|wipefs|blkdiscard|newfs",
         destroys | deletes, "-afnypvqc -t=text -L=text -F", "write*"},
        {"fsck|e2fsck|resize2fs|tune2fs", destroys, "-afnypvqc -t=text -L=text -F", "write*"},
        {"mount", rights,
         "-lvV --verbose --version -t=text --types=text -a!rights --all!rights -o=text!rights "
         "-L=text!rights -U=text!rights -B!rights -M!rights -R!rights",
         "name* none!looks <data"},
        {"sshfs", rights, "-fdsC -p=text -o=code", "address write"},
        {"swapon", rights,
         "-s!looks --summary!looks --show[=text]!looks --noheadings --raw --bytes --output-all -vdef -a!rights --all!rights "
         "--verbose --ifexists --fixpgsz -o=text -p=text --options=text --priority=text",
         "write* none!looks <data"},
        {"umount|swapoff|losetup|fusermount", rights, "-alfnrvuzdcsje -t=text -o=text --show --all --list --json",
         "write* <data"},
        {"osquery|osqueryi|dtrace|bpftrace|bpftool|systemtap|stap|dtruss|fs_usage", evaluates, "-n=code -e=code -p=text -l -v",
         "code*"},
        // `-n` names a formatter, `-M` a class; both run.
        {"perldoc", reads,
         "--help!looks --version!looks -hDtumlUFTXVi -f=text -q=text -v=text -a=text -d=write -o=text -L=text -n=program -M=load -w=code", "read* <data"},
        // It runs the module to tell of it.
        {"pydoc", runs, "-b -k=text -n=text -p=text -w!writes", "load* <data"},
        {"info|texinfo", reads,
         "-abhOvwxs -k=text -d=name -f=read -n=text -I=text -o=write --all --apropos=text --index-search=text "
         "--directory=name "
         "--file=read --node=text --output=write --subnodes --usage --where --location --show-options --strict-node-location",
         "read* <data"},
        {"ri", reads, "-lTai -f=text -w=text -d=name --no-pager --format=text --width=text --list --all --interactive "
         "--no-standard-docs --no-gems --system --site --home --gems --doc-dir=name", "text* <data"},
        {"pgrep", looks,
         "-# -lavwcfiLnoxAV -d=text -g=text -G=text -O=text -P=text -s=text -t=text -u=text -U=text -r=text -F=read "
         "--delimiter=text --list-name --list-full --inverse --lightweight --count --full --pgroup=text --group=text "
         "--ignore-case --newest --oldest --older=text --parent=text --session=text --terminal=text --euid=text --uid=text "
         "--exact --pidfile=read --logpidfile --runstates=text --ignore-ancestors --cgroup=text --ns=text --nslist=text "
         "--signal=text",
         "text* <data"},
        {"pidof", looks, "-cnqswxz -o=text -S=text -d=text", "text* <data"},
        {"pstree", looks,
         "-aAcghlnpsStTuUGZV -H=text -N=text -C=text --arguments --ascii --compact-not --color=text --show-pgids --vt100 "
         "--highlight-all --highlight-pid=text --long --numeric-sort --ns-sort=text --show-pids --show-parents "
         "--ns-changes "
         "--thread-names --hide-threads --uid-changes --unicode --security-context",
         "text* <data"},
        {"pidstat", reads, "-dHhIlrRstuUvw -C=text -G=text -p=text -T=text -e=program; --human --dec=text", "text* <data"},
        {"pmap|pwdx|prtstat|procs", reads, "--help!looks --version!looks -xXqdpcra -n!writes --extended --quiet --device --show-path --range=text --tree --watch",
         "text* <data"},
        {"plutil", looks,
         "-p -lint -s -extract=text!writes -convert=text!writes -insert=text!writes -replace=text!writes "
         "-remove=text!writes -create=text!writes -type=text -expect=text -o=write -r -e=text",
         "read* <data", option_style::words},
        {"plistbuddy", writes, "-x -l -h -c=plist!looks", "read", option_style::words},
        // `e` shows the environment: to some `-e` does beside letters of BSD, or `-E`.
        {"ps|gps", looks,
         "-# -AadefFHhjlLMmNPrSTvVwWxXyZc -e&x!secrets -e&u!secrets -E!secrets -C=text -g=text -G=text -k=text -n=text "
         "-p=text "
         "-q=text -s=text -t=text -u=text -U=text -o=format -O=format --format=format --Group=text --group=text --pid=text "
         "--ppid=text --quick-pid=text --sid=text --tty=text --user=text --User=text --cols=text --columns=text "
         "--cumulative --forest --headers --no-headers --no-heading --lines=text --rows=text --sort=text --width=text "
         "--context --deselect --info "
         "a c f g h j l m n r s u v w x A C F H L M N S T V X Z E!secrets e!secrets o=format O=format p=text U=text t=text "
         "k=text",
         "<data", option_style::bare},
        {"reboot|shutdown|halt|poweroff|init|telinit", destroys, "-hrcHPkfn --reboot --halt --poweroff --no-wall", "text*"},
        {"security", secrets, {}, "subcommand"},
        {"security list-keychains|default-keychain|show-keychain-info|help|error|find-identity", reads,
         "-v -d=text -p=text -s=text!rights", "text* <data"},
        {"service", rights, "--status-all", "text text*"},
        {"gpg|gpg2|pass|age|vault|bw|keychain|secret-tool", secrets,
         "-adekKqvys -r=text -o=write -u=text --list-keys --list-secret-keys --armor --decrypt --encrypt --sign "
         "--detach-sign --verify --output=write --recipient=text --batch --yes --fingerprint --import --export",
         "read*"},
        {"gopass", secrets, {}, "subcommand"},
        {"gopass env", secrets, {}, "text program"},
        {"gopass *", secrets, {}, "text*"},
        {"op", secrets, "--account=text --format=text", "subcommand"},
        {"op run", secrets, "--env-file=read --no-masking --account=text", "program"},
        {"op *", secrets, "--account=text --format=text --vault=text --fields=text", "text*"},
        {"sops", secrets, "-di", "subcommand"},
        {"sops exec-env|exec-file", secrets, {}, "text shells"},
        {"sops *", secrets, "-di", "text*"},
        {"scriptreplay", writes, "-t=read -s=read --timing=read", "write*"},
        {"asciinema", runs | sends, {}, "text*"},
        {"sysctl", looks,
         "-aAbdeinNqxXo --all --deprecated --binary --ignore --names --values --quiet --pattern=pattern -r=pattern "
         "-w!rights --write!rights -p[=read]!rights --load[=read]!rights -f!rights --system!rights",
         "make* <data"},
        // Without a subcommand it lists units.
        {"systemctl", rights,
         "--help!looks --version!looks -alqrT -t=text -p=text -P=text -o=text -n=text -s=text -f -i -H=address!fetches -M=text!outside "
         "--type=text --state=text "
         "--property=text --all --recursive --full --failed --user --system --global --no-pager --no-legend --plain "
         "--quiet "
         "--value --output=text --lines=text --host=address!fetches --machine=text!outside --now --force --no-block --wait --no-wall "
         "--no-reload --no-ask-password --runtime --root=read!outside --image=read!outside --legend=text --signal=text --kill-whom=text "
         "--job-mode=text --timestamp=text --dry-run --show-transaction",
         "subcommand* none!looks"},
        // Which services there are, and which of them run.
        {"systemctl is-active|is-enabled|is-failed|is-system-running|get-default|list-units|list-unit-files|"
         "list-timers|list-sockets|list-dependencies|list-jobs|list-paths|list-automounts",
         looks, "--show-types --reverse --after --before --with-dependencies", "text* <data"},
        // Lines of the log, files of the system, and variables are told, too.
        {"systemctl status|show|cat|help|list-machines|show-environment",
         reads, "--reverse --with-dependencies", "text* <data"},
        {"systemctl start|stop|restart|reload|try-restart|reload-or-restart|kill|enable|disable|reenable|mask|"
         "unmask|daemon-reload|daemon-reexec|reset-failed|set-default|isolate|freeze|thaw|clean|edit|link|"
         "revert|preset|add-wants|poweroff|reboot|halt|suspend|hibernate|set-property|set-environment|"
         "unset-environment|import-environment",
         rights, "--what=text --preset-mode=text", "text*"},
        {"systemd-detect-virt", looks, "-cvrq --vm --container --chroot --private-users --cvm --quiet --list", "<data"},
        {"systemd-escape", looks, "-mpu --mangle --path --unescape --instance --suffix=text --template=text", "text* <data"},
        {"systemd-analyze|systemd-cgls|systemd-cgtop|systemd-path|systemd-delta", reads,
         "-qvcrukpn --no-pager --user --system --global --all --quiet --vm --container --path --suffix=text --unescape",
         "text* <data"},
        // `send-keys` types into a shell.
        {"tmux|byobu|tmate", evaluates, "--help!looks --version!looks -2CDlNuvV -f=load -L=text -S=write -T=text -c=shell", "subcommand"},
        {"tmux ls|list-sessions|list-windows|lsw|list-panes|lsp|list-clients|lsc|list-keys|lsk|list-buffers|"
         "lsb|info|has-session|has|capture-pane|capturep|display-message|display|show-options|show|"
         "show-messages|list-commands|show-buffer|showb",
         reads, "-epJCaAqgNPTl -t=text -S=text -E=text -b=text -F=text -f=text -s=text", "text* <data"},
        {"tmux new-session|new|split-window|splitw|new-window|neww|respawn-pane|respawnp|respawn-window|respawnw",
         reads,
         "-AabdDEPXIZkhv -c=elsewhere -e=text -F=text -n=text -s=text -t=text -x=text -y=text -l=text -p=text",
         "either"},
        {"tmux display-popup|popup", reads,
         "-BCEkN -b=text -c=text -d=elsewhere -e=text -h=text -s=text -S=text -t=text -T=text -w=text -x=text -y=text",
         "either"},
        {"tmux run-shell|run", reads, "-bC -c=elsewhere -d=text -t=text", "shell"},
        {"tmux if-shell|if", evaluates, "-bF -t=text", "shell code*"},
        {"tmux kill-session|kill-window|killw|kill-pane|killp|kill-server", destroys, "-aC -t=text", "<data"},
        {"tmux attach|attach-session|detach|detach-client|select-window|selectw|select-pane|selectp|"
         "rename-session|rename|rename-window|renamew|resize-pane|resizep|switch-client|switchc|swap-pane|"
         "wait-for|wait|set-buffer|setb|start-server",
         writes, "-adrZDULRlnpT -t=text -s=text -b=text -x=text -y=text", "text*"},
        {"vmstat", looks, "-afmnsdDwty -p=text -S=text --active --forks --slabs --one-header --stats --disk --disk-sum "
         "--partition=text --unit=text --wide --timestamp --no-first", "text* <data"},
        {"iostat|mpstat|vm_stat", looks, "-cdhkmNstVxyzADIuTHn -p[=text] -g=text -j=text -o=text -P=text -U -K --human --dec=text "
         "--pretty --compact", "text* <data"},
        {"top", reads,
         "-b!looks -bn=text!looks -bn:text!looks -bc!looks -bcn=text!looks -bcn:text!looks -bH!looks -bHn=text!looks "
         "-bHn:text!looks -l=text!looks -l:text!looks -c -H -i -S -s[=text] -1 -a -F -d=text -d:text -e=text -E=text "
         "-n=text -n:text -o=text -O -p=text -p:text -u=text -U=text -w[=text] -w:text -R -pid=text "
         "-stats=text --batch-mode --iterations=text --delay=text --sort-override=text --pid=text",
         "text* <data", option_style::words},
        {"htop|btop|atop|iotop|iftop|nmon|glances|sar|slabtop|powermetrics|dstat", reads,
         "-1abBcCdnrtuqPS -i=text -s=text -w=write -o=write --sort=text", "text* <data"},
        {"update-alternatives|alternatives", rights, "--list=text!looks --query=text!looks --display=text!looks "
         "--get-selections!looks --install=write --set=text --auto=text --remove=text --config=text", "text* <data"},
        {"xcrun", reads,
         "-v --verbose --sdk=text -sdk=text -k -n -f=text --find=text -l --log -r --run --show-sdk-path!looks "
         "--show-sdk-version!looks --show-sdk-build-version --show-sdk-platform-path --show-sdk-platform-version "
         "--toolchain=text",
         "program", option_style::words},
        {"xcode-select", reads,
         "-p!looks -v!looks --print-path!looks --version!looks -s=text!rights --switch=text!rights "
         "--install!installs -r!rights",
         "<data"},
        {"codesign|spctl|productsign|notarytool|stapler", writes, "-dvf -s=text --verify --display --verbose[=text] --sign=text "
         "--force --deep --entitlements=read --options=text --timestamp --assess --type=text", "write* <data"},
        // What a document is printed to may be a program.
        {"gs|ghostscript", writes | outside,
         "-q -dNOPAUSE -dBATCH -dSAFER -dQUIET -dPDFSETTINGS=text -dCompatibilityLevel=text -dFirstPage=text "
         "-dLastPage=text "
         "-dAutoRotatePages=text -dTextAlphaBits=text -dGraphicsAlphaBits=text -dEmbedAllFonts=text -dSubsetFonts=text "
         "-dColorImageResolution=text -dUseCropBox -dJPEGQ=text -sDEVICE=text -sPAPERSIZE=text -sOutputFile=write -o=write "
         "-r:text -g:text -f=read -c=code",
         "read* <commands", option_style::words},
        // With `-shell-escape` a text runs shells.
        {"tex|etex|latex|pdftex|pdflatex|xetex|xelatex|luatex|lualatex|platex|uplatex|tectonic", runs | writes | scatters | outside,
         "-interaction=text -halt-on-error -file-line-error -no-file-line-error -draftmode -recorder -synctex=text "
         "-no-shell-escape -output-format=text -jobname=write -output-directory=write -fmt=load -ini "
         "-shell-escape!evaluates -enable-write18!evaluates -Z!evaluates",
         "read*", option_style::words},
        {"latexmk", runs | writes | scatters | outside,
         "-pdf -pdfxe -pdflua -dvi -ps -f -g -gg -c!deletes -C!deletes -cd -pvc -silent -quiet -verbose -interaction=text "
         "-halt-on-error -file-line-error -synctex=text -outdir=write -output-directory=write -auxdir=write "
         "-jobname=write -e=code "
         "-r=load -latex=code -pdflatex=code -xelatex=code -lualatex=code -shell-escape!evaluates",
         "read*", option_style::words},
        // A text may name files that are read. `-F`, `-M` and `-m` with a path load; `-l` prints on paper, `-X` starts a viewer.
        {"troff|groff", reads | outside,
         "-abcCeEgGijkNpRsStVwWzZ -d=text -f=text -I=name -K=text -n=text -o=text -P=text -r=text -T=text -D=text "
         "-m=built_in "
         "-M=load -F=load -l!sends -L=text!sends -X!evaluates -U!evaluates",
         "read*"},
        {"ginsh|tasksh|tdbtool|scanmem|bconsole|hping3|msfconsole", writes, "-q -x=code -b=code", "text* <commands"},
        {"certbot", rights | fetches,
         "-nvq -d=text -m=text -w=write --nginx --apache --webroot --standalone --agree-tos --non-interactive --dry-run "
         "--email=text --domains=text --cert-name=text --pre-hook=shell --post-hook=shell --deploy-hook=shell "
         "--renew-hook=shell --manual-auth-hook=shell --manual-cleanup-hook=shell",
         "text*"},
        {"openvpn", rights,
         "-up=shell -down=shell -route-up=shell -ipchange=shell -config=load -plugin=load -daemon -cd=elsewhere",
         "load", option_style::words},
        {"scrot", writes, "-sufobm -d=text -q=text -t=text -e=shell --exec=shell --select --focused --delay=text --quality=text",
         "write"},
        {"cowsay|cowthink", reads, "-bdgnpstwyl -e=text -T=text -W=text -f=load", "text* <data"},
        {"iocage|bastille", rights, {}, "subcommand"},
        {"iocage exec|cmd", rights, {}, "text* program"},
        {"iocage *", rights, {}, "text*"},
        {"guestfish", writes, "-inrvx -a=write -d=text -m=text -f=code --ro --rw", "text* <commands"},
        {"virt-customize|virt-builder|virt-sysprep", writes,
         "-qvx -a=write -d=text -o=write --run-command=shell --firstboot-command=shell --run=load", "text*"},
        {"pbuilder|cowbuilder", rights, {}, "text* <shell"},
        {"debuild|dpkg-buildpackage|debsign|sbuild", runs | writes,
         "-bBASFGgdD -u -k=text -j=text -p=shell --check-command=shell --sign-command=shell "
         "--chroot-setup-commands=shell --pre-build-commands=shell --post-build-commands=shell "
         "--starting-build-commands=shell --finished-build-commands=shell --no-sign --build=text",
         "read*"},
        {"homectl", rights, {}, "subcommand"},
        {"homectl with", rights, {}, "text program"},
        {"homectl *", rights, {}, "text*"},
        // `msl:x` is a script, `@x` a list of names, `|x` a program.
        {"convert|magick|mogrify|composite|montage", writes,
         "-resize=text -crop=text -quality=text -strip -rotate=text -flip -flop -scale=text -sample=text -thumbnail=text "
         "-format=text -density=text -background=text -gravity=text -extent=text -colorspace=text -depth=text -type=text "
         "-negate -blur=text -sharpen=text -unsharp=text -trim -append -layers=text -delay=text -loop=text -alpha=text "
         "-fuzz=text -transparent=text -fill=text -stroke=text -strokewidth=text -pointsize=text -geometry=text -tile=text "
         "-compress=text -interlace=text -sampling-factor=text -colors=text -monochrome -normalize -auto-orient "
         "-auto-level "
         "-contrast -brightness-contrast=text -modulate=text -gamma=text -level=text -threshold=text -border=text "
         "-bordercolor=text -shave=text -splice=text -coalesce -flatten -composite -compose=text -dissolve=text -size=text "
         "-quiet -verbose -limit=text+text -path=write -write=image -font=read -profile=read",
         "image* <data", option_style::words},
        {"ffmpeg", writes,
         "-y -n -i=image -c=text -c:v=text -c:a=text -c:s=text -b:v=text -b:a=text -b=text -r=text -s=text -t=text "
         "-ss=text -to=text -an -vn -sn -dn -crf=text "
         "-preset=text -pix_fmt=text -map=text -f=text -loglevel=text -v=text -hide_banner -nostdin -stats -q:v=text "
         "-q:a=text -q=text "
         "-movflags=text -frames:v=text -vframes=text -ar=text -ac=text -shortest -loop=text -framerate=text "
         "-stream_loop=text -threads=text -vcodec=text -acodec=text -tune=text -profile:v=text -g=text -aspect=text",
         "image*", option_style::words},
        // `|program` is a file to it.
        {"sox", writes,
         "--help!looks --version!looks -nqGDSmMTVR -r=text -c=text -b=text -t=text -e=text -v=text -C=text "
         "--norm[=text] --show-progress "
         "--no-show-progress --guard --rate=text --channels=text --bits=text --type=text --encoding=text --combine=text "
         "--effects-file=read --buffer=text",
         "write* <data"},
        {"textutil|sips|iconutil|qlmanage|ditto", writes,
         "-convert=text -output=write -info -cat=text -format=text -c=text -o=write -g=text -s=text+text -Z=text "
         "-z=text+text "
         "-getProperty=text -setProperty=text+text -resampleWidth=text -resampleHeight=text -t -p",
         "write* <data", option_style::words},
        {"radare2|r2|rizin", evaluates, "-qAwdn -c=code -i=code -e=code", "code*"},
        {"cliclick|i3-msg|swaymsg|hyprctl|herbstclient|awesome-client|xdotool|wmctrl|automator|shortcuts|ydotool",
         evaluates, "-tlr", "text*"},
        {"mdls|mdutil|dscacheutil|scutil|networksetup|pkgutil|softwareupdate|nvram|csrutil|tmutil|ioreg|"
         "kextstat|vmmap|heap|leaks|sample|spindump|log",
         reads, "-p -v -l -r -a -pkgs --pkgs --dns --proxy -name=text -atExit=program;", "text!rights text*",
         option_style::words},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
