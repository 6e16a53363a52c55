// Why a list of servers, or one server of it, cannot be read or written, in English.
import { maxJsonDepth } from '../../contract/json.ts';
import type { ImportReasons } from '../../contract/import-reasons.ts';
import type { JsonExpected } from '../../contract/json.ts';
import type { Words } from '../reason.ts';

/** What JSON needs at the place of its fault. */
export const expectations: Readonly<Record<JsonExpected, string>> = {
  value: 'a value',
  name: 'a name in straight double quotes or }',
  colon: 'a :',
  member: 'a comma or }',
  item: 'a comma or ]',
  end: 'nothing after the end of the value',
  text: 'a text that is closed with " on its line',
  escape: 'a text with valid escapes (\\\\ for one backslash)',
  names: 'no name "__proto__"',
  depth: `at most ${maxJsonDepth} levels`,
};

const members = {
  mcpServers: '"mcpServers"',
  'mcpServers-or-projects': '"mcpServers" or "projects"',
  servers: '"servers"',
} as const;

const shown = (found: string | null) => (found === null ? 'missing' : '{found}');
const example = '{"mcpServers": {"name": {"command": "npx", "args": ["-y", "package"]}}}';
const anyFile = 'paste or pick an mcp.json, or the file of Claude, Cursor, VS Code, Windsurf or Codex';

export const importWords: Words<ImportReasons> = {
  'entry-no-object': ({ found, form }) =>
    `"{name}" is ${shown(found)}; it must be ${form === 'table' ? 'a table' : 'an object'} with "command" or "url".`,
  'entry-no-command': ({ found }) =>
    `"command" of "{name}" is ${shown(found)}; name a program, such as "npx", and put its arguments into "args".`,
  'entry-args': ({ found }) => `"args" of "{name}" is ${shown(found)}; it must be a list of texts.`,
  'entry-argument': ({ found }) =>
    `Argument {at} of "{name}" is ${shown(found)}; write it as a text, such as {example}.`,
  'entry-cwd': ({ found }) => `"cwd" of "{name}" is ${shown(found)}; give an absolute path.`,
  'entry-nul': 'The command of "{name}" holds a NUL character; remove it.',
  'entry-texts': ({ found }) => `"{member}" of "{name}" is ${shown(found)}; it must be an object of names and texts.`,
  'entry-key': '"{member}" of "{name}" holds the name "{key}"; a name may not be empty or hold "=".',
  'entry-no-text': '"{member}" of "{name}" holds "{key}" that is no text; write its value in double quotes.',
  'entry-header': '"headers" of "{name}" holds the name "{key}", which is no HTTP header; correct it.',
  'entry-address': 'The address of "{name}" cannot be used; give one that begins with https:// or http://.',
  'entry-type': ({ found }) =>
    `"type" of "{name}" is ${shown(found)}; a server with an address has the type "http" or "sse".`,
  'entry-own-kind': '"{member}" of "{name}" cannot be used; a server of the type "{type}" needs a "file".',
  'entry-names': ({ found }) => `"env_vars" of "{name}" is ${shown(found)}; it must be a list of names.`,
  'entry-app-fills':
    '"{name}" uses {placeholder}, which only the app it comes from can fill in; write the value itself.',
  'entry-app-asks': '"{name}" takes {placeholder} from a command of VS Code; write the value itself.',

  'no-json': ({ expected, found }) =>
    `This is no JSON: expected ${expectations[expected]}, found ${found === null ? 'the end of the text' : '{found}'} at line {line}, column {column}.`,
  'no-toml': 'This is no TOML: {cause} at line {line}, column {column}.',
  'no-server-file': ({ found, needs }) => `This is ${shown(found)}; it must be an object with ${members[needs]}.`,
  'no-server-table': ({ found, form }) =>
    `"{member}" is ${shown(found)}; it must be ${form === 'table' ? 'tables' : 'an object'} of names and servers.`,
  'no-server-text': `There is no MCP server in it; ${anyFile}.`,
  'no-server-listed': 'There is nothing in it; choose a file that lists MCP servers.',
  'server-without-name': `This is one server without a name; wrap it as ${example}.`,
  'text-empty': `The text is empty; ${anyFile}.`,
  'too-many-in-text': 'There are {count} servers in it; add at most {most} at once.',
  'too-many-in-import': 'There are {count} servers in it; import at most {most} at once.',
  'app-without-list': '{app} has no list of servers here ({places}); paste its text instead.',
  'file-denied': 'It cannot be read ({why}); check its permissions.',
  'file-is-link': 'It is a link to {to}, outside of {folder}; paste its text instead.',
  'file-too-large': 'It has {bytes} bytes, more than {most}; paste the part with the servers.',
  'file-is-none': 'It is no file; remove it.',
  'preview-gone': 'What was shown is too old to be added; read it again.',
  'not-in-preview': 'There is no server "{server}" that can be added in what was shown.',

  'only-ours': 'Only Pilothouse runs it; choose mcp.json to take it along.',
  'claude-desktop-commands':
    'Claude Desktop takes only commands from its file; add its address there under Connectors.',
  'codex-no-sse': 'Codex does not speak SSE; use its address for Streamable HTTP.',

  'link-long': 'The link is longer than any that adds a server; copy what it installs from its page instead.',
  'link-twice':
    'The link says the same thing twice, so it is not clear what it adds; copy what it installs from its page instead.',
  'link-encoding': 'What the link carries cannot be read; copy it whole, or copy what it installs from its page.',
  'link-secret': 'The link asks for a secret of yours by its name, which no link may.',
  'link-incomplete': 'The link does not say both what the server is called and how it is started or reached.',
  'link-entry':
    'The link names {name} of a catalogue; search for it in the catalogue here, or with pilothouse catalogue search {name}.',
};
