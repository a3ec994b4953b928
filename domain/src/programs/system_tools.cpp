#include "families.hpp"

namespace assent::programs {

std::span<const program_row> system_tools() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"c++filt|nm|gnm|objdump|otool|readelf|size", looks,
         "-* --* @=load --plugin=load -plugin=load -e=read "
         // Separate debug files are looked for, by the network too.
         "--dwarf*!fetches -W*!fetches --debug-dump*!fetches -w*!fetches",
         "read*", option_style::words},
        {"addr2line|dwarfdump|pahole|lipo|vtool|dyldinfo", reads,
         "-* --* -output=write -create!writes -thin=text!writes -replace=text!writes -remove=text!writes "
         "-extract=text!writes",
         "read*", option_style::words},
        {"at|batch", evaluates, "-lmvMbcrdV -q=text -t=text -f=code", "text*"},
        {"atq|atrm", reads, "-* --*", "text*"},
        {"lsblk|lscpu|lsmem|lsusb|lsmod|lsb_release|numastat", looks,
         "-* --* -s=elsewhere --sysroot=elsewhere -D=read", "text*"},
        {"findmnt", looks,
         "-* --* -s!outside --fstab!outside -x!outside --verify!outside -F=read --tab-file=read -p!outside "
         "--poll!outside",
         "text*"},
        {"lspci", looks,
         "-vnxtkbDPm -s=text -d=text -i=read -p=read -F=read -q!fetches -Q!fetches -A=text -H=text!rights",
         "text*"},
        {"blkid|lshw|dmidecode|inxi|sensors|acpi|nvidia-smi|"
         "rocm-smi|modinfo|lsinitramfs|neofetch|fastfetch",
         reads, "-* --* -g!writes", "text*"},
        {"chattr|setfacl|setfattr|xattr|chflags|chcon|restorecon|setsebool|icacls", rights, "-* --*",
         "text*"},
        {"crontab", reads, "-l -u=text -i -e!loads -r!deletes", "load <commands"},
        {"defaults", reads, "-currentHost -host=text", "subcommand", option_style::words},
        {"defaults read|read-type|domains|find|help", reads, "-*", "text*", option_style::words},
        {"defaults write|import|rename", writes, "-*", "text*", option_style::words},
        {"defaults delete", deletes, "-*", "text*", option_style::words},
        {"dmesg",
         reads,
         "-dehHkLPrStTuwWx --* -C!destroys -c!destroys --clear!destroys --read-clear!destroys -D!rights "
         "-E!rights "
         "-n=text!rights -F=read --file=read -l=text -f=text --level=text --facility=text",
         {}},
        {"diskutil|hdiutil|parted|fdisk|sfdisk|gdisk|sgdisk|cfdisk|mdadm|cryptsetup|zpool|zfs|lvremove|"
         "vgremove|pvremove",
         destroys, "-* --*", "text*"},
        {"fuser", reads, "-acfilmMnsuvVw46 --* -k!destroys --kill!destroys", "text*"},
        // Their commands run others: those of `-ex` and files of them are not read.
        {"gdb|lldb|cgdb|rust-gdb|rust-lldb|gdb-multiarch|gdbtui|arm-none-eabi-gdb|ddd|jdb|dbx|crash", runs,
         "-batch -b -q -quiet -silent -nx -nh -n -args=program; -p=text -pid=text -c=read -core=read -tui "
         "-return-child-result -cd=elsewhere "
         "-ex=code -eval-command=code -x=code -command=code -iex=code -ix=code -init-command=code -o=code "
         "-one-line=code -s=code",
         "read* <commands", option_style::words},
        {"getfacl|getfattr|getcap|namei|mountpoint", looks, "-* --*", "name*"},
        {"lsacl|getenforce|sestatus", reads, "-* --*", "text*"},
        {"hostnamectl|timedatectl|localectl", looks,
         "--no-pager --all -a -p=text --property=text --value --json=text --pretty --static --transient "
         "-H=address!sends --host=address!sends -M=text!outside --machine=text!outside",
         "subcommand*"},
        {"hostnamectl status|show|list-timezones|list-locales", looks, {}, {}},
        {"loginctl|networkctl|resolvectl|bootctl|coredumpctl", reads, "-* --*", "subcommand"},
        {"loginctl status|show|list|list-sessions|list-users|session-status|"
         "user-status|query|info|hostname",
         reads, "-* --* -o=write", "text*"},
        {"journalctl", reads,
         "-* --* --vacuum-size=text!destroys --vacuum-time=text!destroys --vacuum-files=text!destroys "
         "--rotate!writes "
         "--flush!writes --relinquish-var!writes --setup-keys!rights --sync!writes --update-catalog!writes "
         "--cursor-file=write",
         "text*"},
        {"kldload|insmod|modprobe|rmmod|depmod|kextload", rights, "-* --*", "text*"},
        {"killall|pkill|skill|xkill|taskkill", destroys, "-* --*", "text*"},
        {"launchctl", rights, {}, "subcommand"},
        {"launchctl asuser|bsexec", rights, "-*", "text program"},
        {"launchctl submit", rights, "-*", "text* program"},
        {"launchctl list|print|print-disabled|dumpstate|blame|version|help|managerpid|manageruid|managername",
         reads, "-*", "text*"},
        {"ldconfig", writes, "-pvV --print-cache --verbose", {}},
        // It starts the program to ask it.
        {"ldd", runs, "-durv --data-relocs --function-relocs --unused --verbose", "read*"},
        {"login|newgrp", rights, "-* --* -c=shell", "text* <shell"},
        {"passwd|chpasswd|chsh|chfn|useradd|adduser|usermod|userdel|deluser|groupadd|addgroup|"
         "groupmod|groupdel|delgroup|gpasswd|visudo|vipw|dscl|dseditgroup|sysadminctl|htpasswd|setcap|pwck",
         rights, "-* --*", "text*"},
        {"logger|notify-send|wall|write|say|espeak|osd_cat", writes, "-* --*", "text*"},
        {"mkfs|mkfs.ext2|mkfs.ext3|mkfs.ext4|mkfs.xfs|mkfs.btrfs|mkfs.vfat|mkfs.fat|mkfs.ntfs|mkfs.exfat|"
         "mke2fs|"
         "mkswap|wipefs|blkdiscard|newfs|fsck|e2fsck|resize2fs|tune2fs",
         destroys, "-* --*", "text*"},
        {"mount", rights,
         "-lvV --verbose --version -t=text --types=text -a!rights --all!rights -o=text!rights "
         "-L=text!rights -U=text!rights -B!rights -M!rights -R!rights",
         "text* none!looks"},
        {"sshfs", rights, "-* -o=code", "text*"},
        {"umount|swapon|swapoff|losetup|fusermount", rights, "-* --*", "text*"},
        {"osquery|osqueryi|dtrace|bpftrace|bpftool|systemtap|stap|dtruss|fs_usage", evaluates, "-* --*",
         "code*"},
        {"perldoc|pydoc|info|texinfo|ri", reads, "-* --* -w=write -o=write", "text*"},
        {"pgrep|pidof|pstree", looks, "-* --* -F=read --pidfile=read", "text*"},
        {"pidstat", reads, "-* --* -e=program;", "text*"},
        {"pmap|pwdx|prtstat|procs", reads, "-* --*", "text*"},
        {"plutil", looks,
         "-p -lint -s -extract=text!writes -convert=text!writes -insert=text!writes -replace=text!writes "
         "-remove=text!writes "
         "-create=text!writes -type=text -o=write -r -e=text",
         "read*", option_style::words},
        {"plistbuddy", writes, "-x -l -h -c=plist!looks", "read", option_style::words},
        {"ps|gps",
         looks,
         "-# -* --* -E!secrets -o=format -O=format --format=format -C=text -p=text -u=text -U=text -t=text "
         "-G=text -k=text "
         "a c f g h j l m n r s u v w x A C E!secrets F H L M N S T V X Z e!secrets",
         {},
         option_style::bare},
        {"reboot|shutdown|halt|poweroff|init|telinit", destroys, "-* --*", "text*"},
        {"security", secrets, {}, "subcommand"},
        {"security list-keychains|default-keychain|show-keychain-info|help|error|find-identity", reads, "-*",
         "text*"},
        {"service", rights, {}, "text text*"},
        {"gpg|gpg2|pass|age|vault|bw|keychain|secret-tool", secrets, "-* --*", "text*"},
        {"gopass", secrets, "-* --*", "subcommand"},
        {"gopass env", secrets, "-* --*", "text program"},
        {"gopass *", secrets, "-* --*", "text*"},
        {"op", secrets, "-* --*", "subcommand"},
        {"op run", secrets, "-* --*", "program"},
        {"op *", secrets, "-* --*", "text*"},
        {"sops", secrets, "-* --*", "subcommand"},
        {"sops exec-env|exec-file", secrets, "-* --*", "text shells"},
        {"sops *", secrets, "-* --*", "text*"},
        {"scriptreplay|asciinema", writes, "-* --*", "text*"},
        {"sysctl", looks,
         "-aAbdeinNqxXoN --all --deprecated --binary --ignore --names --values --pattern=text -r=text "
         "-w!rights "
         "--write!rights -p[=read]!rights --load[=read]!rights -f!rights --system!rights",
         "make*"},
        {"systemctl", rights,
         "-alqrn -t=text --type=text --state=text -p=text --property=text --all --recursive --full --failed "
         "--user --system "
         "--no-pager --no-legend --plain --quiet --value -o=text --output=text -n=text --lines=text "
         "-H=address "
         "--host=address -M=text --machine=text --now --force -f --no-block --runtime --root=read "
         "--legend=text "
         "-s=text",
         "subcommand*"},
        {"systemctl status|show|cat|help|is-active|is-enabled|is-failed|list-units|list-unit-files|"
         "list-timers|list-sockets|list-dependencies|list-jobs|list-machines|list-paths|get-default|"
         "show-environment|is-system-running|list-automounts",
         reads, "-P=text --show-types --reverse --after --before --with-dependencies", "text*"},
        {"systemctl "
         "start|stop|restart|reload|try-restart|reload-or-restart|kill|enable|disable|reenable|mask|"
         "unmask|daemon-reload|daemon-reexec|reset-failed|set-default|isolate|freeze|thaw|clean|edit|link|"
         "revert|preset|add-wants|poweroff|reboot|halt|suspend|hibernate|set-property|set-environment|"
         "unset-environment|import-environment",
         rights, "-* --*", "text*"},
        {"systemd-analyze|systemd-cgls|systemd-cgtop|systemd-path|systemd-detect-virt|systemd-escape|"
         "systemd-delta",
         reads, "-* --*", "text*"},
        // `send-keys` types into a shell.
        {"tmux|byobu|tmate", evaluates, "-* -f=load -S=write -c=shell", "subcommand"},
        {"tmux ls|list-sessions|list-windows|lsw|list-panes|lsp|list-clients|lsc|list-keys|lsk|list-buffers|"
         "lsb|info|has-session|has|capture-pane|capturep|display-message|display|show-options|show|"
         "show-messages|list-commands|show-buffer|showb",
         reads, "-epJCaAqgNPTl -t=text -S=text -E=text -b=text -F=text -f=text -s=text", "text*"},
        {"tmux "
         "new-session|new|split-window|splitw|new-window|neww|respawn-pane|respawnp|respawn-window|respawnw",
         reads,
         "-AabdDEPXIZkhv -c=elsewhere -e=text -F=text -n=text -s=text -t=text -x=text -y=text -l=text "
         "-p=text",
         "either"},
        {"tmux display-popup|popup", reads,
         "-BCEkN -b=text -c=text -d=elsewhere -e=text -h=text -s=text -S=text -t=text -T=text -w=text "
         "-x=text -y=text",
         "either"},
        {"tmux run-shell|run", reads, "-bC -c=elsewhere -d=text -t=text", "shell"},
        {"tmux if-shell|if", evaluates, "-bF -t=text", "shell code*"},
        {"tmux kill-session|kill-window|killw|kill-pane|killp|kill-server", destroys, "-aC -t=text", {}},
        {"tmux attach|attach-session|detach|detach-client|select-window|selectw|select-pane|selectp|"
         "rename-session|rename|rename-window|renamew|resize-pane|resizep|switch-client|switchc|swap-pane|"
         "wait-for|wait|set-buffer|setb|start-server",
         writes, "-*", "text*"},
        {"vmstat|iostat|mpstat|vm_stat", looks, "-* --*", "text*"},
        {"top", reads, "-b!looks -l=text!looks -* --* -n=text -o=text -p=text -u=text -w=text -d=text",
         "text*"},
        {"htop|btop|atop|iotop|iftop|nmon|glances|sar|slabtop|powermetrics|"
         "dstat",
         reads, "-* --* -w=text -o=text", "text*"},
        {"update-alternatives|alternatives", rights, "--* --list=text --query=text --display=text", "text*"},
        {"xcrun", reads,
         "-v --verbose --sdk=text -sdk=text -k -n -f=text --find=text -l --log -r --run "
         "--show-sdk-path!looks "
         "--show-sdk-version!looks --show-sdk-build-version --show-sdk-platform-path "
         "--show-sdk-platform-version "
         "--toolchain=text",
         "program", option_style::words},
        {"xcode-select",
         reads,
         "-p!looks -v!looks --print-path!looks --version!looks -s=text!rights --switch=text!rights "
         "--install!installs -r!rights",
         {}},
        {"codesign|spctl|productsign|notarytool|stapler", writes, "-* --*", "text*"},
        {"gs|ghostscript", writes, "-* --*", "text* <commands"},
        // With `-shell-escape` a text runs shells.
        {"tex|etex|latex|pdftex|pdflatex|xetex|xelatex|luatex|lualatex|platex|uplatex|tectonic", writes,
         "-* --* -shell-escape!evaluates -enable-write18!evaluates -Z!evaluates -output-directory=write",
         "text*", option_style::words},
        {"latexmk", runs | writes,
         "-* --* -e=code -r=load -latex=code -pdflatex=code -xelatex=code -lualatex=code "
         "-shell-escape!evaluates",
         "text*", option_style::words},
        {"troff|groff", reads, "-* --* -U!evaluates", "read*"},
        {"ginsh|tasksh|tdbtool|scanmem|bconsole|hping3|msfconsole", writes, "-* --* -x=code -b=code",
         "text* <commands"},
        {"certbot", rights | fetches,
         "-* --* --pre-hook=shell --post-hook=shell --deploy-hook=shell --renew-hook=shell "
         "--manual-auth-hook=shell --manual-cleanup-hook=shell",
         "text*"},
        {"openvpn", rights,
         "-* --* -up=shell -down=shell -route-up=shell -ipchange=shell -config=load -plugin=load", "text*",
         option_style::words},
        {"scrot", writes, "-* --* -e=shell --exec=shell", "text*"},
        {"exiftool", reads, "-* --* -if=code -config=load -p=code -execute", "text*", option_style::words},
        {"cowsay|cowthink", reads, "-* -f=load", "text*"},
        {"iocage|bastille", rights, "-* --*", "subcommand"},
        {"iocage exec|cmd", rights, "-* --*", "text* program"},
        {"iocage *", rights, "-* --*", "text*"},
        {"guestfish", writes, "-* --*", "text* <commands"},
        {"virt-customize|virt-builder|virt-sysprep", writes,
         "-* --* --run-command=shell --firstboot-command=shell --run=load", "text*"},
        {"pbuilder|cowbuilder", rights, "-* --*", "text* <shell"},
        {"debuild|dpkg-buildpackage|debsign|sbuild", runs | writes,
         "-* --* -p=shell --check-command=shell --sign-command=shell --chroot-setup-commands=shell "
         "--pre-build-commands=shell --post-build-commands=shell --starting-build-commands=shell "
         "--finished-build-commands=shell",
         "text*"},
        {"homectl", rights, "-* --*", "subcommand"},
        {"homectl with", rights, "-* --*", "text program"},
        {"homectl *", rights, "-* --*", "text*"},
        {"textutil|sips|iconutil|qlmanage|ditto|convert|magick|mogrify|composite|montage|ffmpeg|sox", writes,
         "-* --*", "text*"},
        {"radare2|r2|rizin", evaluates, "-* --*", "code*"},
        {"cliclick|i3-msg|swaymsg|hyprctl|herbstclient|awesome-client|xdotool|wmctrl|automator|shortcuts|"
         "ydotool",
         evaluates, "-* --*", "text*"},
        {"mdls|mdutil|dscacheutil|scutil|networksetup|pkgutil|softwareupdate|nvram|csrutil|tmutil|ioreg|"
         "kextstat|vmmap|heap|leaks|sample|spindump|log",
         reads, "-p -v -pkgs --pkgs --dns --proxy -name=text -atExit=program;", "text!rights text*",
         option_style::words},
    };
    return rows;
}

}  // namespace assent::programs
