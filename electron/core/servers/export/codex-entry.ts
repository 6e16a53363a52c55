// A server as a table of Codex's `[mcp_servers]`: secrets that it takes from its environment are named, not written.
import { full } from './json-entry.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

type Texts = Readonly<Record<string, string>>;

const whole = /^\$\{secret:([^{}]*)\}$/;
const bearer = /^Bearer \$\{secret:([^{}]*)\}$/;

/** Only commands and Streamable HTTP, which is all that Codex speaks. */
export function codexEntry(config: ServerConfig): Record<string, unknown> {
  if ('url' in config) return addressEntry(config.url, config.headers);
  const { env } = config;
  // A variable goes on under its own name alone.
  const passed = Object.keys(env).filter(name => whole.exec(env[name] ?? '')?.[1] === name);
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !passed.includes(name)));
  const command = config.kind === 'stdio' ? config.command : config.file;
  const cwd = config.kind === 'stdio' ? config.cwd : undefined;
  return {
    command,
    args: 'args' in config ? config.args : [],
    ...(passed.length > 0 && { env_vars: passed }),
    ...(cwd !== undefined && { cwd }),
    ...full('env', rest),
  };
}

function addressEntry(url: string, headers: Texts): Record<string, unknown> {
  const token = bearer.exec(headers['Authorization'] ?? '')?.[1];
  const others = Object.entries(headers).filter(([name]) => token === undefined || name !== 'Authorization');
  const named = others.flatMap(([name, value]) => {
    const secret = whole.exec(value)?.[1];
    return secret === undefined ? [] : [[name, secret] as const];
  });
  const plain = others.filter(([, value]) => !whole.test(value));
  return {
    url,
    ...(token !== undefined && { bearer_token_env_var: token }),
    ...full('http_headers', Object.fromEntries(plain)),
    ...full('env_http_headers', Object.fromEntries(named)),
  };
}
