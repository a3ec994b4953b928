# completes.zsh LINE...: each as the line editor of an interactive zsh has it when it was typed and completed.
zmodload zsh/zpty
shown=$(mktemp)
zpty shell zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -u -D; unset zle_bracketed_paste
show() { print -r -- \"\$BUFFER\" >>$shown }; zle -N show; bindkey '^T' show; PS1=NO''W:"
zpty -r -m shell prompt '*NOW:*'
for line; do
    zpty -w -n shell $line$'\t\x14\x15\n'
    zpty -r -m shell prompt '*NOW:*'
done
cat $shown
rm $shown
