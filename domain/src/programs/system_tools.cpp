#include "families.hpp"

namespace assent::programs {

std::span<const program_row> system_tools() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"addr2line|c++filt|dwarfdump|nm|gnm|objdump|otool|pahole|readelf|size|lipo|vtool|dyldinfo", looks,
         "-* --* -output=write -create!writes -thin=text!writes -replace=text!writes -remove=text!writes "
         "-extract=text!writes",
         "read*", option_style::words},
        {"at|batch", evaluates, "-lmvMbcrdV -q=text -t=text -f=code", "text*"},
        {"atq|atrm", looks, "-* --*", "text*"},
        {"blkid|lsblk|lscpu|lsmem|lspci|lsusb|lsmod|lshw|findmnt|dmidecode|inxi|sensors|acpi|nvidia-smi|"
         "rocm-smi|modinfo|lsinitramfs|numastat|lsb_release|neofetch|fastfetch",
         looks, "-* --* -g!writes", "text*"},
        {"chattr|setfacl|setfattr|xattr|chflags|chcon|restorecon|setsebool|icacls", rights, "-* --*",
         "text*"},
        {"crontab", looks, "-l -u=text -i -e!loads -r!deletes", "load"},
        {"defaults", looks, "-currentHost -host=text", "subcommand", option_style::words},
        {"defaults read|read-type|domains|find|help", looks, "-*", "text*", option_style::words},
        {"defaults write|import|rename", writes, "-*", "text*", option_style::words},
        {"defaults delete", deletes, "-*", "text*", option_style::words},
        {"dmesg",
         looks,
         "-dehHkLPrStTuwWx --* -C!destroys -c!destroys --clear!destroys --read-clear!destroys -D!rights "
         "-E!rights "
         "-n=text!rights -F=read --file=read -l=text -f=text --level=text --facility=text",
         {}},
        {"diskutil|hdiutil|parted|fdisk|sfdisk|gdisk|sgdisk|cfdisk|mdadm|cryptsetup|zpool|zfs|lvremove|"
         "vgremove|pvremove",
         destroys, "-* --*", "text*"},
        {"fuser", looks, "-acfilmMnsuvVw46 --* -k!destroys --kill!destroys", "text*"},
        // Their commands run others: those of `-ex` and files of them are not read.
        {"gdb|lldb|cgdb|rust-gdb|rust-lldb", runs,
         "-batch -b -q -quiet -silent -nx -nh -n -args -p=text -pid=text -c=read -core=read -tui "
         "-return-child-result -cd=elsewhere "
         "-ex=code -eval-command=code -x=code -command=code -iex=code -ix=code -init-command=code -o=code "
         "-one-line=code -s=code",
         "read*", option_style::words},
        {"getfacl|getfattr|getcap|lsacl|getenforce|sestatus|namei|mountpoint", looks, "-* --*", "text*"},
        {"hostnamectl|timedatectl|localectl|loginctl|networkctl|resolvectl|bootctl|coredumpctl", looks,
         "-* --*", "subcommand"},
        {"hostnamectl status|show|list|list-sessions|list-users|list-timezones|list-locales|session-status|"
         "user-status|query|info|hostname",
         looks, "-* --* -o=write", "text*"},
        {"journalctl", looks,
         "-* --* --vacuum-size=text!destroys --vacuum-time=text!destroys --vacuum-files=text!destroys "
         "--rotate!writes "
         "--flush!writes --relinquish-var!writes --setup-keys!rights --sync!writes --update-catalog!writes "
         "--cursor-file=write",
         "text*"},
        {"kldload|insmod|modprobe|rmmod|depmod|kextload", rights, "-* --*", "text*"},
        {"killall|pkill|skill|xkill|taskkill", destroys, "-* --*", "text*"},
        {"launchctl", rights, {}, "subcommand"},
        {"launchctl list|print|print-disabled|dumpstate|blame|version|help|managerpid|manageruid|managername",
         looks, "-*", "text*"},
        {"ldconfig", writes, "-pvV --print-cache --verbose", {}},
        // It starts the program to ask it.
        {"ldd", runs, "-durv --data-relocs --function-relocs --unused --verbose", "read*"},
        {"login|newgrp|passwd|chpasswd|chsh|chfn|useradd|adduser|usermod|userdel|deluser|groupadd|addgroup|"
         "groupmod|groupdel|delgroup|gpasswd|visudo|vipw|dscl|dseditgroup|sysadminctl|htpasswd|setcap|pwck",
         rights, "-* --*", "text*"},
        {"logger|notify-send|wall|write|say|espeak|osd_cat", writes, "-* --*", "text*"},
        {"mkfs|mkfs.ext2|mkfs.ext3|mkfs.ext4|mkfs.xfs|mkfs.btrfs|mkfs.vfat|mkfs.fat|mkfs.ntfs|mkfs.exfat|"
         "mke2fs|"
         "mkswap|wipefs|blkdiscard|newfs|fsck|e2fsck|resize2fs|tune2fs",
         destroys, "-* --*", "text*"},
        {"mount|umount|swapon|swapoff|losetup|fusermount|sshfs", rights, "-* --*", "text*"},
        {"osquery|osqueryi|dtrace|bpftrace|bpftool|systemtap|stap|dtruss|fs_usage", evaluates, "-* --*",
         "code*"},
        {"perldoc|pydoc|info|texinfo|ri", looks, "-* --* -w=write -o=write", "text*"},
        {"pgrep|pidof|pidstat|pmap|pstree|pwdx|prtstat|procs", looks, "-* --*", "text*"},
        {"plutil", looks,
         "-p -lint -s -extract=text -convert=text!writes -insert=text!writes -replace=text!writes "
         "-remove=text!writes "
         "-create=text!writes -type=text -o=write -r -e=text",
         "text*", option_style::words},
        {"plistbuddy", looks, "-x -l -h -c=code", "read", option_style::words},
        {"ps|gps", looks, "-# -* --*", "text*", option_style::bare},
        {"reboot|shutdown|halt|poweroff|init|telinit", destroys, "-* --*", "text*"},
        {"security", secrets, {}, "subcommand"},
        {"security list-keychains|default-keychain|show-keychain-info|help|error|find-identity", looks, "-*",
         "text*"},
        {"service", rights, {}, "text text*"},
        {"gpg|gpg2|pass|age|vault|bw|keychain|secret-tool|gopass", secrets, "-* --*", "text*"},
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
         looks, "-P=text --show-types --reverse --after --before --with-dependencies", "text*"},
        {"systemctl "
         "start|stop|restart|reload|try-restart|reload-or-restart|kill|enable|disable|reenable|mask|"
         "unmask|daemon-reload|daemon-reexec|reset-failed|set-default|isolate|freeze|thaw|clean|edit|link|"
         "revert|preset|add-wants|poweroff|reboot|halt|suspend|hibernate|set-property|set-environment|"
         "unset-environment|import-environment",
         rights, "-* --*", "text*"},
        {"systemd-analyze|systemd-cgls|systemd-cgtop|systemd-path|systemd-detect-virt|systemd-escape|"
         "systemd-delta",
         looks, "-* --*", "text*"},
        // `send-keys` types into a shell.
        {"tmux", evaluates, "-* -f=load -S=write -c=shell", "subcommand"},
        {"tmux ls|list-sessions|list-windows|lsw|list-panes|lsp|list-clients|lsc|list-keys|lsk|list-buffers|"
         "lsb|info|has-session|has|capture-pane|capturep|display-message|display|show-options|show|"
         "show-messages|list-commands|show-buffer|showb",
         looks, "-epJCaAqgNPTl -t=text -S=text -E=text -b=text -F=text -f=text -s=text", "text*"},
        {"tmux "
         "new-session|new|split-window|splitw|new-window|neww|respawn-pane|respawnp|respawn-window|respawnw",
         looks,
         "-AabdDEPXIZkhv -c=elsewhere -e=text -F=text -n=text -s=text -t=text -x=text -y=text -l=text "
         "-p=text",
         "either"},
        {"tmux display-popup|popup", looks,
         "-BCEkN -b=text -c=text -d=elsewhere -e=text -h=text -s=text -S=text -t=text -T=text -w=text "
         "-x=text -y=text",
         "either"},
        {"tmux run-shell|run", looks, "-bC -c=elsewhere -d=text -t=text", "shell"},
        {"tmux if-shell|if", evaluates, "-bF -t=text", "shell code*"},
        {"tmux kill-session|kill-window|killw|kill-pane|killp|kill-server", destroys, "-aC -t=text", {}},
        {"tmux attach|attach-session|detach|detach-client|select-window|selectw|select-pane|selectp|"
         "rename-session|rename|rename-window|renamew|resize-pane|resizep|switch-client|switchc|swap-pane|"
         "wait-for|wait|set-buffer|setb|start-server",
         writes, "-*", "text*"},
        {"top|htop|btop|atop|iotop|iftop|nmon|glances|vmstat|iostat|mpstat|sar|slabtop|vm_stat|powermetrics|"
         "dstat",
         looks, "-* --* -w=text -o=text", "text*"},
        {"update-alternatives|alternatives", rights, "--* --list=text --query=text --display=text", "text*"},
        {"xcrun", looks,
         "-v --verbose --sdk=text -sdk=text -k -n -f=text --find=text -l --log -r --run --show-sdk-path "
         "--show-sdk-version --show-sdk-build-version --show-sdk-platform-path --show-sdk-platform-version "
         "--toolchain=text",
         "program", option_style::words},
        {"xcode-select",
         looks,
         "-p -v --print-path --version -s=text!rights --switch=text!rights --install!installs -r!rights",
         {}},
        {"codesign|spctl|productsign|notarytool|stapler", writes, "-* --*", "text*"},
        {"textutil|sips|iconutil|qlmanage|ditto|convert|magick|mogrify|composite|montage|ffmpeg|sox|gs",
         writes, "-* --*", "text*"},
        {"cliclick|xdotool|wmctrl|automator|shortcuts|ydotool", evaluates, "-* --*", "text*"},
        {"mdls|mdutil|dscacheutil|scutil|networksetup|pkgutil|softwareupdate|nvram|csrutil|tmutil|ioreg|"
         "kextstat|vmmap|heap|leaks|sample|spindump|log",
         looks, "-p -v -pkgs --pkgs --dns --proxy -name=text", "text!rights text*", option_style::words},
    };
    return rows;
}

}  // namespace assent::programs
