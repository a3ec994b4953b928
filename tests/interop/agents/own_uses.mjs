// The uses of tests/data/day in the words of each agent: the tool that its model calls for what Claude's is for.
import path from 'node:path';
import { agents } from './targets.mjs';

/** Calls `tool` with these members of the input, each by its own name. */
const by = (tool, names, more) => (input) => {
  const kept = Object.entries(names).filter(([name]) => input[name] !== undefined);
  return { tool, input: { ...Object.fromEntries(kept.map(([name, own]) => [own, input[name]])), ...more } };
};
const todos = (tool, member, words) => (input) => ({ tool, input: { [member]: input.todos.map(words) } });

const own = {
  codex: {
    TodoWrite: todos('update_plan', 'plan', ({ content, status }) => ({ step: content, status })),
    Task: by('spawn_agent', { prompt: 'message' }),
  },
  gemini: {
    Read: by('read_file', { file_path: 'file_path' }),
    Edit: by('replace', { file_path: 'file_path', old_string: 'old_string', new_string: 'new_string' }, { instruction: 'an edit' }),
    Grep: by('grep_search', { pattern: 'pattern', path: 'dir_path' }),
    Glob: by('glob', { pattern: 'pattern', path: 'dir_path' }),
    LS: by('list_directory', { path: 'dir_path' }),
    WebFetch: ({ url, prompt }) => ({ tool: 'web_fetch', input: { prompt: `${prompt} ${url}` } }),
    WebSearch: by('google_web_search', { query: 'query' }),
    TodoWrite: todos('write_todos', 'todos', ({ content, status }) => ({ description: content, status })),
    Task: by('invoke_agent', { prompt: 'prompt' }, { agent_name: 'generalist' }),
  },
  copilot: {
    Read: by('view', { file_path: 'path' }),
    Edit: by('edit', { file_path: 'path', old_string: 'old_str', new_string: 'new_str' }),
    Grep: by('grep', { pattern: 'pattern', path: 'paths', glob: 'glob' }),
    Glob: by('glob', { pattern: 'pattern', path: 'paths' }),
    WebFetch: by('web_fetch', { url: 'url' }),
    Task: by('task', { description: 'description', prompt: 'prompt' }, { agent_type: 'general-purpose', name: 'helper' }),
  },
  qwen: {
    Read: by('read_file', { file_path: 'file_path' }),
    Edit: by('edit', { file_path: 'file_path', old_string: 'old_string', new_string: 'new_string' }),
    Grep: by('grep_search', { pattern: 'pattern', path: 'path', glob: 'glob' }),
    Glob: by('glob', { pattern: 'pattern', path: 'path' }),
    LS: by('list_directory', { path: 'path' }),
    WebFetch: by('web_fetch', { url: 'url', prompt: 'prompt' }),
    TodoWrite: todos('todo_write', 'todos', ({ content, status }, at) => ({ id: `${at}`, content, status })),
    Task: by('agent', { description: 'description', prompt: 'prompt' }, { subagent_type: 'general-purpose' }),
  },
  opencode: {
    Read: by('read', { file_path: 'filePath' }),
    Edit: by('edit', { file_path: 'filePath', old_string: 'oldString', new_string: 'newString' }),
    Grep: by('grep', { pattern: 'pattern', path: 'path', glob: 'include' }),
    Glob: by('glob', { pattern: 'pattern', path: 'path' }),
    WebFetch: by('webfetch', { url: 'url' }, { format: 'text' }),
    TodoWrite: todos('todowrite', 'todos', ({ content, status }) => ({ content, status, priority: 'medium' })),
    Task: by('task', { description: 'description', prompt: 'prompt' }, { subagent_type: 'general' }),
  },
};

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** What an agent without such a tool does by a command. */
const commands = {
  Read: ({ file_path }) => `cat ${file_path}`,
  LS: ({ path: folder = '.' }) => `ls ${folder}`,
  Glob: ({ pattern, path: folder = '.' }) => `find ${folder} -name ${quoted(pattern)}`,
  Grep: ({ pattern, path: folder = '.' }) => `grep -rn ${quoted(pattern)} ${folder}`,
  WebFetch: ({ url }) => `curl ${url}`,
  Edit: ({ file_path, old_string, new_string }, cwd) => (
    `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${path.relative(cwd, file_path)}\n@@\n-${old_string}\n+${new_string}\n*** End Patch\nEOF\n`
  ),
};

/** The block of a use; nothing, where the agent does no such thing. */
export function blockOf(agent, { tool, input }, cwd) {
  const { shell, write } = agents[agent].tools;
  if (tool === 'Bash') return shell(input.command);
  if (tool === 'Write') return write(input.file_path, input.content, cwd);
  if (tool === 'MultiEdit') return blockOf(agent, { tool: 'Edit', input: { ...input, ...input.edits[0] } }, cwd);
  if (own[agent][tool]) return own[agent][tool](input);
  return commands[tool] && shell(commands[tool](input, cwd));
}
