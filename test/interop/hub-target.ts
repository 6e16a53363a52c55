// Where the clients reach the hub of a scene, and what a server tells a client that stands before or behind it.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { urlOf } from '../support/hub-process.ts';
import type { Scene } from '../integration/gateway/scene.ts';
import type { Target } from './clients.ts';
import type { InteropServer } from './servers.ts';

export function targetOf({ credential, place }: Scene): Target {
  const { stdio, http } = credential;
  const { origin } = new URL(urlOf(credential));
  return {
    stdio: {
      command: stdio.command,
      args: [...stdio.args, '--well-known-root', place.folder],
      env: { HOME: place.folder, PATH: '/usr/bin:/bin' },
    },
    http: `${origin}/mcp`,
    sse: `${origin}/sse`,
    token: http.token,
    folder: place.folder,
  };
}

export interface Told {
  readonly tools: readonly { readonly name: string }[];
  /** The answer of its one call, or the sentence of its error. */
  readonly answer: unknown;
  readonly instructions: string | undefined;
}

export async function toldBy(client: Client, call: InteropServer['call']): Promise<Told> {
  const { tools } = await client.listTools();
  const answer = await client
    .callTool({ ...call, arguments: { ...call.arguments } })
    .catch((error: Error) => error.message);
  return { tools, answer, instructions: client.getInstructions() };
}

/** Without a hub. Rejects where it does not start. */
export async function toldAlone({ args, env, call }: InteropServer): Promise<Told> {
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], env: { ...env }, stderr: 'ignore' }),
  );
  try {
    return await toldBy(client, call);
  } finally {
    await client.close();
  }
}
