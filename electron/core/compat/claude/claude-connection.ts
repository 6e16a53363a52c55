// An agent's connection on spec 001 that can outlive its socket: the answer goes to whoever holds it when it comes.
import { hostname } from 'node:os';
import { maxBrowserFrameBytes } from '../../../../contract/frame-bounds.ts';
import { claudeToolName, toClaudeError } from '../../../../native-host/dialects/claude/claude-tools.ts';
import { dialects } from '../../../../native-host/dialects/dialects.ts';
import { AgentConnection } from '../../agent-connections/agent-connection.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ToolResult } from '../../../../contract/schemas/messages.ts';
import type { RefusedSince } from '../../agents/agent-wire.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { CompatServices } from '../compat-services.ts';

export interface ClaudeServices extends Omit<CompatServices, 'platform' | 'loop' | 'mode' | 'binding' | 'pauses'> {
  readonly platform: Pick<HubPlatform, 'now' | 'randomBytes'>;
}

/** A socket that holds the connection. */
export interface ConnectionHolder {
  /** Of its socket, in this process. */
  readonly descriptor: number | null;
  deliver(text: string, isAnswer: boolean): void;
  close(reason: Reason): void;
}

const clientId = 'compat-claude';
/** The real client repeats its request after 30 s without an answer (seed 2.2). */
const patienceMs = 25_000;

export class ClaudeConnection {
  readonly connection: AgentConnection;
  #holder: ConnectionHolder | null;
  /** The answer that came while nobody held it. */
  #kept: string | null = null;
  /** Why the answer would not be given any more: what allowed the call may end while it is kept. */
  #refusedSince: RefusedSince | undefined;

  constructor(services: ClaudeServices, holder: ConnectionHolder) {
    const { agentServices, clients, platform } = services;
    this.#holder = holder;
    const client = clients.expect(clientId);
    const connecting = {
      client,
      // DESIGN 5: without ids a newcomer takes up what an agent left only when there is no doubt whose it was.
      instance: agentServices.agents.returning.loneOrphan(client.id) ?? platform.randomBytes(16).toString('hex'),
      transport: 'claude-frames' as const,
      program: null,
      end: { kind: 'unix', descriptor: holder.descriptor } as const,
      disconnect: (reason: Reason) => this.#holder?.close(reason),
    };
    this.connection = new AgentConnection(
      agentServices,
      connecting,
      (text, { kind }) => this.#send(text, kind !== 'notification'),
      {
        dialect: dialects['claude-frames'].agent({ now: () => platform.now(), hostName: hostname }),
        // What each real client of the socket has (2.0.71 to 2.1.90): none chooses a browser.
        toolName: tool => (tool === 'select_browser' ? null : claudeToolName(tool)),
        policy: { patienceMs, maxReplyBytes: maxBrowserFrameBytes, lacksDialogTool: true },
        answered: refusedSince => {
          this.#refusedSince = this.#holder ? undefined : refusedSince;
        },
        call: (agent, params, run) => {
          if (typeof params.client_id === 'string' && agent.claimedName === '')
            this.connection.introduce(params.client_id, '');
          return run(params);
        },
      },
    );
    clients.seen(client.id);
  }

  release(): void {
    this.#holder = null;
  }

  /** From now on the answers go to `holder`; the one that was kept goes at once, or the reason why it may not any more. */
  hold(holder: ConnectionHolder): void {
    this.#holder = holder;
    const kept = this.#kept;
    this.#kept = null;
    if (kept === null) return;
    const refused = this.#refusedSince?.();
    holder.deliver(refused ? errorText(refused) : kept, true);
  }

  #send(text: string, isAnswer: boolean): void {
    const bytes = Buffer.byteLength(text);
    // Spec 001 "Constants". Its errors are sentences alone, so the code stands in this one.
    if (bytes > maxBrowserFrameBytes)
      throw new Error(
        `ERR_TOO_LARGE: the answer is ${bytes} bytes and this wire takes at most ${maxBrowserFrameBytes}; ask for a smaller region or for less at once.`,
      );
    if (this.#holder) this.#holder.deliver(text, isAnswer);
    else if (isAnswer) this.#kept = text;
  }
}

/** As the wire's other refusals. */
function errorText({ content }: ToolResult): string {
  return JSON.stringify({ error: { content: toClaudeError(content) } });
}
